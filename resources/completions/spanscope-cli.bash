# Completion of spanscope-cli for bash.

_spanscope_cli() {
    local cur prev words cword
    _init_completion -n = || return

    local commands="plan explain try export import new diff capture-module"
    local rules="--rules --limit --max-auto-split --max-splits-per-dim --max-tile-dims --max-combos
        --reduction-join --validation-divides-twice --ignore-switches --jobs"

    local command="" i
    for ((i = 1; i < cword; i++)); do
        if [[ " $commands " == *" ${words[i]} "* ]]; then
            command=${words[i]}
            break
        fi
    done
    if [[ -z $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands --help --version" -- "$cur")
        return
    fi

    case $prev in
        --rules | --against)
            mapfile -t COMPREPLY < <(compgen -W "documented torch-spyre-2026-07" -- "$cur")
            return
            ;;
        --limit)
            mapfile -t COMPREPLY < <(compgen -W "256MiB 268435456 268431360" -- "$cur")
            return
            ;;
        --reduction-join | --validation-divides-twice)
            mapfile -t COMPREPLY < <(compgen -W "on off" -- "$cur")
            return
            ;;
        --format)
            local formats="text json"
            [[ $command == plan ]] && formats="table json"
            [[ $command == explain ]] && formats="text json markdown"
            mapfile -t COMPREPLY < <(compgen -W "$formats" -- "$cur")
            return
            ;;
        --as)
            mapfile -t COMPREPLY < <(compgen -W "groups python csv html markdown" -- "$cur")
            return
            ;;
        --kind)
            mapfile -t COMPREPLY < <(compgen -W "graph log output_code" -- "$cur")
            return
            ;;
        --jobs | --max-* | --split | --pin | --alias | --op | --graph | --name)
            return
            ;;
        -o | --output)
            _filedir
            return
            ;;
    esac

    if [[ $cur == -* ]]; then
        local options="--help --output -o"
        case $command in
            plan) options+=" $rules --strict --format --trace --fits" ;;
            explain) options+=" $rules --strict --split --format --graph" ;;
            try) options+=" $rules --strict --split --manual --format --graph" ;;
            export) options+=" $rules --strict --as --pin --alias --op --graph" ;;
            import) options+=" --kind" ;;
            new) options+=" --name" ;;
            diff) options+=" $rules --against" ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    [[ $command == new || $command == capture-module ]] || _filedir
} && complete -F _spanscope_cli spanscope-cli
