using Unpause.Reports.Fleets;

namespace Unpause.Cli.Fleets;

/// <summary>The options that name a source and a part of it: the same for <c>fleet</c> and <c>fleet canary</c>.</summary>
internal sealed class FleetSourceOptions
{
    private const string OneSource =
        "unpause fleet reads one source: folders of reports (unpause fleet /var/lib/unpause/ring/history), "
        + "--prometheus http://HOST:9090, or --store clickhouse://HOST:8123/DATABASE";

    private readonly Argument<string[]> _inputs = new("DIR|GLOB")
    {
        Description = "Folders or globs of reports stored as JSON.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<string> _index = new("--index")
    {
        Description = "The folder of the index of these reports. Default: beside them.",
        HelpName = "DIR",
    };

    private readonly Option<string> _prometheus = new("--prometheus")
    {
        Description = "Ask a Prometheus server that scrapes unpause watch.",
        HelpName = "URL",
    };

    private readonly Option<string> _store = FleetAddress.Store("Ask a ClickHouse server: clickhouse://[USER@]HOST[:PORT]/DATABASE.");

    private readonly Option<string> _secret = FleetAddress.Secret("A file with the password or token of that server.");

    private readonly Option<string> _where = new("--where")
    {
        Description = $"Only a part of the fleet: {FleetSelector.Example}. Names: {FleetSelector.Names}.",
        HelpName = "SELECTOR",
    };

    private readonly FleetTimeOptions _time = new();

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_inputs);
        foreach (var option in (Option<string>[])[_index, _prometheus, _store, _secret, _where]) command.Add(option);
        _time.AddTo(command);
    }

    /// <summary>Reads the options.</summary>
    /// <exception cref="UserMistake">There is not exactly one source, or a value is wrong.</exception>
    public FleetRequest Read(ParseResult parsed, string action)
    {
        var inputs = parsed.GetValue(_inputs) ?? [];
        var (prometheus, store) = (parsed.GetValue(_prometheus), parsed.GetValue(_store));
        var sources = (inputs.Length > 0 ? 1 : 0) + (prometheus is null ? 0 : 1) + (store is null ? 0 : 1);
        if (sources != 1) throw new UserMistake(OneSource);
        if (inputs.Length == 0 && parsed.GetValue(_index) is not null) throw new UserMistake($"{_index.Name} is for folders of reports");
        if (inputs.Length > 0 && parsed.GetValue(_secret) is not null) throw new UserMistake($"{_secret.Name} is for a server");
        FleetInputs.Check(inputs);
        var (from, to) = _time.Read(parsed, DateTimeOffset.UtcNow);
        return new FleetRequest
        {
            Action = action,
            Inputs = inputs,
            Index = parsed.GetValue(_index),
            Prometheus = FleetAddress.Web(_prometheus.Name, prometheus),
            Store = FleetAddress.ClickHouse(_store.Name, store),
            SecretFile = FleetAddress.File(_secret.Name, parsed.GetValue(_secret)),
            Where = FleetSelector.Check(_where.Name, parsed.GetValue(_where)),
            From = from,
            To = to,
        };
    }
}

/// <summary>Files that the answers are written to.</summary>
internal static class FleetOutput
{
    /// <summary>The whole path of the folder of a file.</summary>
    public static string FolderOf(string file) => Path.GetDirectoryName(Path.GetFullPath(file)) ?? Path.GetFullPath(file);
}

/// <summary>Folders and globs of reports.</summary>
internal static class FleetInputs
{
    private static readonly char[] Wildcards = ['*', '?'];

    /// <summary>Checks that what is no glob exists.</summary>
    /// <exception cref="UserMistake">It does not.</exception>
    public static void Check(IEnumerable<string> inputs)
    {
        foreach (var input in inputs)
        {
            if (input.IndexOfAny(Wildcards) < 0 && !Path.Exists(input))
                throw new UserMistake($"{PlainText.Clean(input)} does not exist: name a folder or a glob of reports stored as JSON");
        }
    }
}
