using Unpause.Recordings;

namespace Unpause.Reports.Fleets;

/// <summary>A part of the fleet as a user names it: <c>service=orders,version=1.4</c>. Null is any.</summary>
public sealed record FleetSelector
{
    /// <summary>One to type.</summary>
    public const string Example = "service=orders,version=1.4";

    private const string ServiceName = "service", HostName = "host", VersionName = "version", RuntimeName = "runtime";

    private static readonly string[] Known = [ServiceName, HostName, VersionName, RuntimeName];

    /// <summary>The names that it may have.</summary>
    public static string Names => string.Join(", ", Known);

    /// <summary>The service.</summary>
    public string? Service { get; private init; }

    /// <summary>The host.</summary>
    public string? Host { get; private init; }

    /// <summary>The version.</summary>
    public string? Version { get; private init; }

    /// <summary>The runtime.</summary>
    public string? Runtime { get; private init; }

    /// <summary>Reads one; null where there is none, which selects all.</summary>
    /// <param name="option">The option that has it.</param>
    /// <exception cref="UserMistake">It has another form.</exception>
    public static FleetSelector? Read(string option, string? text)
    {
        if (text is null) return null;
        var values = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var part in text.Split(','))
        {
            var end = part.IndexOf('=', StringComparison.Ordinal);
            var (name, value) = end < 0 ? ("", "") : (part[..end].Trim(), part[(end + 1)..].Trim());
            if (Array.IndexOf(Known, name) < 0 || value.Length == 0 || !values.TryAdd(name, value))
            {
                throw new UserMistake(
                    $"{option} {PlainText.Clean(text)} is not a selector: write for example {option} {Example}, with {Names} once each");
            }
        }

        return new()
        {
            Service = values.GetValueOrDefault(ServiceName),
            Host = values.GetValueOrDefault(HostName),
            Version = values.GetValueOrDefault(VersionName),
            Runtime = values.GetValueOrDefault(RuntimeName),
        };
    }
}
