namespace Unpause.Recordings;

/// <summary>What a reader learns of a recording's origin, bit by bit; ends in a <see cref="Source"/>.</summary>
internal sealed class SourceBuilder
{
    /// <inheritdoc cref="Source.Format"/>
    public required string Format { get; init; }

    /// <inheritdoc cref="Source.Runtime"/>
    public required string Runtime { get; init; }

    /// <summary>What is called how in that runtime; null for one of <see cref="Runtimes"/>.</summary>
    public RuntimeTraits? Traits { get; init; }

    /// <inheritdoc cref="Source.Files"/>
    public IReadOnlyList<string> Files { get; set; } = [];

    /// <inheritdoc cref="Source.RuntimeVersion"/>
    public string? RuntimeVersion { get; set; }

    /// <inheritdoc cref="Source.Collector"/>
    public string? Collector { get; set; }

    /// <inheritdoc cref="Source.ProcessId"/>
    public int? ProcessId { get; set; }

    /// <inheritdoc cref="Source.ProcessStartedAt"/>
    public DateTimeOffset? ProcessStartedAt { get; set; }

    /// <inheritdoc cref="Source.Command"/>
    public string? Command { get; set; }

    /// <inheritdoc cref="Source.Settings"/>
    public SortedDictionary<string, string> Settings { get; } = new(StringComparer.Ordinal);

    /// <summary>What was learned.</summary>
    public Source Build() => new()
    {
        Format = Format,
        Runtime = Runtime,
        Traits = Traits ?? Runtimes.TraitsOf(Runtime),
        Files = [.. Files],
        RuntimeVersion = RuntimeVersion,
        Collector = Collector,
        ProcessId = ProcessId,
        ProcessStartedAt = ProcessStartedAt,
        Command = Command,
        Settings = SettingsOf(Settings),
    };

    /// <summary>Settings in the order of their names, as a table of their own.</summary>
    public static IReadOnlyDictionary<string, string> SettingsOf(IEnumerable<KeyValuePair<string, string>> settings)
    {
        var byName = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in settings) byName.TryAdd(name, value);
        string[] names = [.. byName.Keys];
        Array.Sort(names, StringComparer.Ordinal);
        var sorted = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in names) sorted.Add(name, byName[name]);
        return new System.Collections.ObjectModel.ReadOnlyDictionary<string, string>(sorted);
    }
}
