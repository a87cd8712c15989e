namespace Unpause.Analysis.Settings;

/// <summary>A setting of the catalogue.</summary>
internal sealed record Setting
{
    /// <summary>The switch that makes a JVM accept experimental options.</summary>
    public const string Unlock = "-XX:+UnlockExperimentalVMOptions";

    /// <summary>The switch that makes a JVM accept diagnostic options.</summary>
    public const string UnlockDiagnostic = "-XX:+UnlockDiagnosticVMOptions";

    /// <summary>The runtime that it belongs to.</summary>
    public required RuntimeNaming Runtime { get; init; }

    /// <summary>Its name in the runtime.</summary>
    public required string Name { get; init; }

    /// <summary>What it does, a clause.</summary>
    public required string What { get; init; }

    /// <summary>
    /// <c>switch</c>, <c>number</c>, <c>size</c>, <c>text</c>, <c>memory</c> (<c>-Xmx</c>), <c>log</c>, <c>command</c>, <c>variable</c>
    /// or <c>call</c>.
    /// </summary>
    public required string Type { get; init; }

    /// <summary>Collectors for which it has an effect; empty for all.</summary>
    public IReadOnlyList<string> Collectors { get; init; } = [];

    /// <summary>Versions that accept it as it is.</summary>
    public required IReadOnlyList<VersionRange> Product { get; init; }

    /// <summary>Versions that accept it if experimental options are unlocked.</summary>
    public IReadOnlyList<VersionRange> Unlocked { get; init; } = [];

    /// <summary>Versions that accept it if diagnostic options are unlocked.</summary>
    public IReadOnlyList<VersionRange> Diagnostic { get; init; } = [];

    /// <summary>Versions that accept it with a warning, or accept it and ignore it: it is not advised for them.</summary>
    public IReadOnlyList<VersionRange> Deprecated { get; init; } = [];

    /// <summary>Allowed words, by version; empty if its values aren't a fixed set of words.</summary>
    public IReadOnlyList<VersionedText> Values { get; init; } = [];

    /// <summary>Default values by version; empty if they depend on the machine.</summary>
    public IReadOnlyList<VersionedText> Defaults { get; init; } = [];

    /// <summary>Smallest and largest number; null if all are accepted.</summary>
    public (long Least, long Greatest)? Range { get; init; }

    /// <summary>Whether a value above the number of processors does not help.</summary>
    public bool IsBoundByProcessors { get; init; }

    /// <summary>Whether it is only ever raised by advice: a higher value in force stays.</summary>
    public bool IsOnlyRaised { get; init; }

    /// <summary>The unit of its numbers: bytes, ms, percent …; null for switches and texts.</summary>
    public string? Unit { get; init; }

    /// <summary>Its environment variable; null if it has none.</summary>
    public string? Variable { get; init; }

    /// <summary>Its property in runtimeconfig.json; null if it has none.</summary>
    public string? Property { get; init; }

    /// <summary>Its property in a project file; null if it has none.</summary>
    public string? Project { get; init; }

    /// <summary>Other words under which people look for it.</summary>
    public IReadOnlyList<string> Also { get; init; } = [];

    /// <summary>How code sets it; null if it can't.</summary>
    public string? Code { get; init; }

    /// <summary>An example value, decimal if it is a number; null for calls and commands.</summary>
    public string? Example { get; init; }

    /// <summary>Its trade-off, a clause: cost for benefit; null if it has none.</summary>
    public string? Trades { get; init; }

    /// <summary>When it helps, a clause; null if that is obvious.</summary>
    public string? Helps { get; init; }

    /// <summary>When it hurts, a clause; null if it doesn't.</summary>
    public string? Hurts { get; init; }

    /// <summary>Anything else to know: versions that removed it, requirements.</summary>
    public string? Note { get; init; }

    /// <summary>Why no test shows its effect; null if one does.</summary>
    public string? Untried { get; init; }

    /// <summary>Names in <c>Source.Settings</c> under which recordings show its value.</summary>
    public IReadOnlyList<string> Recorded { get; init; } = [];

    /// <summary>Sources of this description.</summary>
    public IReadOnlyList<string> Sources { get; init; } = [];

    /// <summary>All names under which people look for it, its own first.</summary>
    public IEnumerable<string> Names => new[] { Name, Variable, Property, Project }.OfType<string>().Concat(Also).Distinct();

    /// <summary>Versions that accept it, unlocked or not.</summary>
    private IEnumerable<VersionRange> Taken => Product.Concat(Unlocked).Concat(Diagnostic);

    /// <summary>Whether any of the versions accepts it, unlocked or not.</summary>
    public bool IsKnownTo(VersionRange versions) => Taken.Any(versions.Meets);

    /// <summary>Whether all of the versions accept it, unlocked or not.</summary>
    public bool IsSureFor(VersionRange versions) => Taken.Any(range => range.Contains(versions));

    /// <summary>The unlock switch that the versions require.</summary>
    public string? UnlockedBy(VersionRange versions)
    {
        if (Product.Any(versions.Meets)) return null;
        return Unlocked.Any(versions.Meets) ? Unlock : Diagnostic.Any(versions.Meets) ? UnlockDiagnostic : null;
    }

    /// <summary>The default in all of the versions; null if they differ, or if it depends on the machine.</summary>
    public string? DefaultFor(VersionRange versions) => Defaults.FirstOrDefault(known => known.Versions.Contains(versions))?.Text;

    /// <summary>Whether it has an effect with a collector; an unknown collector may be any.</summary>
    public bool IsFor(string? collector) => collector is null || Collectors.Count == 0 || Collectors.Contains(collector);

    /// <summary>Whether any of the versions accepts a value: one of its words, or in its range.</summary>
    public bool MayBe(string value, VersionRange versions)
    {
        if (Values.Count > 0) return Values.Any(word => word.Text == value && word.Versions.Meets(versions));
        return Range is not { } range
            || (long.TryParse(value, CultureInfo.InvariantCulture, out var number) && number >= range.Least && number <= range.Greatest);
    }

    /// <summary>Its versions in words; null for all.</summary>
    public string? Versions()
    {
        var words = Taken.OrderBy(range => range.First).Select(range => range.Words(Runtime)).ToList();
        return words.Contains(null) ? null : string.Join(", ", words);
    }

    /// <summary>The setting with a value, for the command line or the environment.</summary>
    public string With(string value) => Type switch
    {
        "call" or "command" => Name,
        _ when Variable is { } variable => $"{variable}={InEnvironment(value)}",
        "switch" => $"-XX:{(value == "false" ? '-' : '+')}{Name}",
        "memory" => $"-{Name}{value}",
        "log" => $"-{Name}:{value}",
        _ => $"-XX:{Name}={value}",
    };

    /// <summary>A value as in the environment: .NET reads numbers there as hexadecimal.</summary>
    public string InEnvironment(string value) => Runtime == RuntimeNaming.DotNet && Type is ("number" or "size")
        && long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        ? number < 10 ? value : $"0x{number:X}"
        : value;
}
