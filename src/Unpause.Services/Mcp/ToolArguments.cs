namespace Unpause.Services.Mcp;

/// <summary>The arguments of a call. They come from a model, which may have read a hostile text: none becomes an option.</summary>
internal sealed class ToolArguments(IDictionary<string, JsonElement>? given, AllowedFolders folders)
{
    /// <summary>Refuses arguments that the tool does not have: a misspelt one would be ignored.</summary>
    public void RefuseOthers(IReadOnlyCollection<string> known)
    {
        if (given?.Keys.FirstOrDefault(name => !known.Contains(name)) is { } unknown)
            throw Bad($"there is no argument {RecordedText.Shorten(unknown, 40)}; there are {string.Join(", ", known)}");
    }

    /// <summary>Whether the argument is there.</summary>
    public bool Has(string name) => Value(name) is not null;

    /// <summary>One path that must be there, resolved.</summary>
    public string Path(string name) => folders.Resolve(Text(name) ?? throw Bad($"{name} is missing"));

    /// <summary>Paths, resolved: one text or a list of them.</summary>
    public IReadOnlyList<string> Paths(string name)
    {
        if (Value(name) is not { } value) return [];
        List<JsonElement> all = value.ValueKind == JsonValueKind.Array ? [.. value.EnumerateArray()] : [value];
        if (all.Count > ServiceLimits.MostPaths) throw Bad($"{name}: at most {ServiceLimits.MostPaths} paths; a folder is one path");
        if (all.Exists(path => path.ValueKind != JsonValueKind.String)) throw Bad($"{name} takes paths");
        return [.. all.Select(path => folders.Resolve(path.GetString()!))];
    }

    /// <summary>A text; null when it is not given.</summary>
    public string? Text(string name) => Value(name) switch
    {
        null => null,
        { ValueKind: JsonValueKind.String } text => text.GetString(),
        _ => throw Bad($"{name} must be a text"),
    };

    /// <summary>A number within bounds; null when it is not given.</summary>
    public double? Number(string name, double least, double most) => Value(name) switch
    {
        null => null,
        { ValueKind: JsonValueKind.Number } number when number.TryGetDouble(out var value) && value >= least && value <= most => value,
        _ => throw Bad(FormattableString.Invariant($"{name} must be a number from {least} to {most}")),
    };

    /// <summary>A whole number that is not negative; null when it is not given.</summary>
    public long? Count(string name) => Value(name) switch
    {
        null => null,
        { ValueKind: JsonValueKind.Number } number when number.TryGetInt64(out var value) && value >= 0 => value,
        _ => throw Bad($"{name} must be a whole number from 0"),
    };

    /// <summary>True or false; false when it is not given.</summary>
    public bool Flag(string name) => Value(name) switch
    {
        null or { ValueKind: JsonValueKind.False } => false,
        { ValueKind: JsonValueKind.True } => true,
        _ => throw Bad($"{name} must be true or false"),
    };

    /// <summary>The options that requests need: their files and the duration from which one is slow.</summary>
    public IReadOnlyList<string> Requests()
    {
        var (paths, slow) = (Paths("requests"), Number("slow_ms", 0.001, 86_400_000));
        if (paths.Count > 0 && slow is null) throw Bad("requests need slow_ms: from how many milliseconds a request is slow");
        string[] threshold = slow is { } ms ? [FormattableString.Invariant($"--slow={ms:0.######}ms")] : [];
        return [.. paths.Select(path => $"--requests={path}"), .. threshold];
    }

    /// <summary>An argument of another form than the schema has.</summary>
    public static ToolRefusal Bad(string message) => new(ToolRefusal.BadArgument, message);

    private JsonElement? Value(string name) =>
        given is not null && given.TryGetValue(name, out var value) && value.ValueKind != JsonValueKind.Null ? value : null;
}
