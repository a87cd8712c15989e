using System.Globalization;

namespace Unpause.Settings;

/// <summary>What the catalogue knows of one setting.</summary>
internal sealed record Setting
{
    /// <summary>The switch behind which a JVM takes experimental options.</summary>
    public const string Unlock = "-XX:+UnlockExperimentalVMOptions";

    /// <summary>The switch behind which a JVM takes diagnostic options.</summary>
    public const string UnlockDiagnostic = "-XX:+UnlockDiagnosticVMOptions";

    /// <summary>The runtime whose it is.</summary>
    public required RuntimeNaming Runtime { get; init; }

    /// <summary>The runtime's name of it.</summary>
    public required string Name { get; init; }

    /// <summary>What it does, a clause.</summary>
    public required string What { get; init; }

    /// <summary>
    /// <c>switch</c>, <c>number</c>, <c>size</c>, <c>text</c>, <c>memory</c> (<c>-Xmx</c>), <c>log</c>, <c>command</c>, <c>variable</c>
    /// or <c>call</c>.
    /// </summary>
    public required string Type { get; init; }

    /// <summary>Collectors for which it does something; empty for all.</summary>
    public IReadOnlyList<string> Collectors { get; init; } = [];

    /// <summary>Versions that take it as it is.</summary>
    public required IReadOnlyList<VersionRange> Product { get; init; }

    /// <summary>Versions that take it when experimental options are unlocked.</summary>
    public IReadOnlyList<VersionRange> Unlocked { get; init; } = [];

    /// <summary>Versions that take it when diagnostic options are unlocked.</summary>
    public IReadOnlyList<VersionRange> Diagnostic { get; init; } = [];

    /// <summary>Versions that take it with a warning, or take it and do nothing: it is advised to none of them.</summary>
    public IReadOnlyList<VersionRange> Deprecated { get; init; } = [];

    /// <summary>Words that it may be, by version; empty when it is none of words.</summary>
    public IReadOnlyList<VersionedText> Values { get; init; } = [];

    /// <summary>The value where none was given, by version; empty when that depends on the machine.</summary>
    public IReadOnlyList<VersionedText> Defaults { get; init; } = [];

    /// <summary>Least and greatest number; null when any is taken.</summary>
    public (long Least, long Greatest)? Range { get; init; }

    /// <summary>Whether more than the processors is of no use.</summary>
    public bool IsBoundByProcessors { get; init; }

    /// <summary>Whether it is only ever advised to be higher: a higher value in force stays.</summary>
    public bool IsOnlyRaised { get; init; }

    /// <summary>What its numbers are: bytes, ms, percent …; null for switches and texts.</summary>
    public string? Unit { get; init; }

    /// <summary>Its variable of the environment; null when it has none.</summary>
    public string? Variable { get; init; }

    /// <summary>Its property of runtimeconfig.json; null when it has none.</summary>
    public string? Property { get; init; }

    /// <summary>Its property of a project file; null when it has none.</summary>
    public string? Project { get; init; }

    /// <summary>Other words by which people look for it.</summary>
    public IReadOnlyList<string> Also { get; init; } = [];

    /// <summary>How code sets it; null when it can't.</summary>
    public string? Code { get; init; }

    /// <summary>A value with which it is shown, decimal where it is a number; null for calls and commands.</summary>
    public string? Example { get; init; }

    /// <summary>What it gives for what, a clause; null where nothing is given up.</summary>
    public string? Trades { get; init; }

    /// <summary>When it helps, a clause; null where that is said by what it does.</summary>
    public string? Helps { get; init; }

    /// <summary>When it hurts, a clause; null when it doesn't.</summary>
    public string? Hurts { get; init; }

    /// <summary>What else one must know: what a version removed, what it needs.</summary>
    public string? Note { get; init; }

    /// <summary>Why no test shows its effect; null where one does.</summary>
    public string? Untried { get; init; }

    /// <summary>Where recordings show its value: names of <c>Source.Settings</c>.</summary>
    public IReadOnlyList<string> Recorded { get; init; } = [];

    /// <summary>Where all that comes from.</summary>
    public IReadOnlyList<string> Sources { get; init; } = [];

    /// <summary>All names by which people look for it, its own first.</summary>
    public IEnumerable<string> Names => new[] { Name, Variable, Property, Project }.OfType<string>().Concat(Also).Distinct();

    /// <summary>The versions in which it is there, as it is or unlocked.</summary>
    private IEnumerable<VersionRange> Taken => Product.Concat(Unlocked).Concat(Diagnostic);

    /// <summary>Whether any of some versions takes it, unlocked or not.</summary>
    public bool IsKnownTo(VersionRange versions) => Taken.Any(versions.Meets);

    /// <summary>Whether all of some versions take it as it is or unlocked.</summary>
    public bool IsSureFor(VersionRange versions) => Taken.Any(range => range.Contains(versions));

    /// <summary>The switches that some versions want in front of it.</summary>
    public string? UnlockedBy(VersionRange versions)
    {
        if (Product.Any(versions.Meets)) return null;
        return Unlocked.Any(versions.Meets) ? Unlock : Diagnostic.Any(versions.Meets) ? UnlockDiagnostic : null;
    }

    /// <summary>The value where none was given, in all of some versions; null when they differ, or it depends on the machine.</summary>
    public string? DefaultFor(VersionRange versions) => Defaults.FirstOrDefault(known => known.Versions.Contains(versions))?.Text;

    /// <summary>Whether it does something for a collector; an unknown one may be any.</summary>
    public bool IsFor(string? collector) => collector is null || Collectors.Count == 0 || Collectors.Contains(collector);

    /// <summary>Whether it may be a value in any of some versions: one of its words, in its range.</summary>
    public bool MayBe(string value, VersionRange versions)
    {
        if (Values.Count > 0) return Values.Any(word => word.Text == value && word.Versions.Meets(versions));
        return Range is not { } range
            || (long.TryParse(value, CultureInfo.InvariantCulture, out var number) && number >= range.Least && number <= range.Greatest);
    }

    /// <summary>The versions in words; null for all.</summary>
    public string? Versions()
    {
        var words = Taken.OrderBy(range => range.First).Select(range => range.Words(Runtime)).ToList();
        return words.Contains(null) ? null : string.Join(", ", words);
    }

    /// <summary>It with a value, as on the command line or, where it has none, in the environment.</summary>
    public string With(string value) => Type switch
    {
        "call" or "command" => Name,
        _ when Variable is { } variable => $"{variable}={InEnvironment(value)}",
        "switch" => $"-XX:{(value == "false" ? '-' : '+')}{Name}",
        "memory" => $"-{Name}{value}",
        "log" => $"-{Name}:{value}",
        _ => $"-XX:{Name}={value}",
    };

    /// <summary>A value as .NET reads it from the environment, where numbers are hexadecimal; of others as it is.</summary>
    public string InEnvironment(string value) => Runtime == RuntimeNaming.DotNet && Type is ("number" or "size")
        && long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        ? number < 10 ? value : $"0x{number:X}"
        : value;
}
