using System.Globalization;

namespace Unpause.Settings;

/// <summary>What the catalogue knows of one setting.</summary>
internal sealed record Setting
{
    /// <summary>The switch behind which a JVM takes experimental options.</summary>
    public const string Unlock = "-XX:+UnlockExperimentalVMOptions";

    /// <summary>The runtime's name of it.</summary>
    public required string Name { get; init; }

    /// <summary>What it does, a clause.</summary>
    public required string What { get; init; }

    /// <summary>
    /// <c>switch</c>, <c>number</c>, <c>size</c>, <c>text</c>, <c>memory</c> (<c>-Xmx</c>), <c>log</c> or <c>command</c>.
    /// </summary>
    public required string Type { get; init; }

    /// <summary>Collectors for which it does something; empty for all.</summary>
    public required IReadOnlyList<string> Collectors { get; init; }

    /// <summary>Versions that take it as it is.</summary>
    public required IReadOnlyList<VersionRange> Product { get; init; }

    /// <summary>Versions that take it when experimental options are unlocked.</summary>
    public required IReadOnlyList<VersionRange> Unlocked { get; init; }

    /// <summary>Words that it may be; empty when it is none of words.</summary>
    public required IReadOnlyList<string> Values { get; init; }

    /// <summary>The value where none was given; null when that depends on the machine.</summary>
    public required string? Default { get; init; }

    /// <summary>Least and greatest number; null when any is taken.</summary>
    public required (long Least, long Greatest)? Range { get; init; }

    /// <summary>Whether more than the processors is of no use.</summary>
    public required bool IsBoundByProcessors { get; init; }

    /// <summary>Whether any of some versions takes it, unlocked or not.</summary>
    public bool IsKnownTo(VersionRange versions) => Product.Any(versions.Meets) || Unlocked.Any(versions.Meets);

    /// <summary>Whether all of some versions take it as it is or unlocked.</summary>
    public bool IsSureFor(VersionRange versions) =>
        Product.Any(range => range.Contains(versions)) || Unlocked.Any(range => range.Contains(versions));

    /// <summary>Whether some versions take it only when experimental options are unlocked.</summary>
    public bool MustBeUnlocked(VersionRange versions) => !Product.Any(versions.Meets) && Unlocked.Any(versions.Meets);

    /// <summary>Whether it does something for a collector; an unknown one may be any.</summary>
    public bool IsFor(string? collector) => collector is null || Collectors.Count == 0 || Collectors.Contains(collector);

    /// <summary>Whether it may be a value: one of its words, in its range.</summary>
    public bool MayBe(string value)
    {
        if (Values.Count > 0) return Values.Contains(value);
        return Range is not { } range
            || (long.TryParse(value, CultureInfo.InvariantCulture, out var number) && number >= range.Least && number <= range.Greatest);
    }

    /// <summary>The versions in words; null for all.</summary>
    public string? Versions()
    {
        var words = Product.Concat(Unlocked).OrderBy(range => range.First).Select(range => range.Words()).ToList();
        return words.Contains(null) ? null : string.Join(", ", words);
    }

    /// <summary>It with a value, as on the command line.</summary>
    public string With(string value) => Type switch
    {
        "switch" => $"-XX:{(value == "false" ? '-' : '+')}{Name}",
        "memory" => $"-{Name}{value}",
        "log" => $"-{Name}:{value}",
        _ => $"-XX:{Name}={value}",
    };
}
