using Unpause.Recordings;

namespace Unpause.Fleet.Stores;

/// <summary>Reads <c>service=orders,host=web-1</c>.</summary>
internal static class SelectionText
{
    /// <summary>The selection.</summary>
    /// <exception cref="UserMistake">It is none.</exception>
    public static FleetSelection Parse(string? text, DateTimeOffset? from, DateTimeOffset? to)
    {
        var selection = new FleetSelection { From = from, To = to };
        foreach (var part in (text ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var at = part.IndexOf('=', StringComparison.Ordinal);
            var (name, value) = at < 0 ? (part, "") : (part[..at].TrimEnd(), part[(at + 1)..].TrimStart());
            selection = name switch
            {
                "service" when at > 0 => selection with { Service = value },
                "version" when at > 0 => selection with { Version = value },
                "host" when at > 0 => selection with { Host = value },
                "runtime" when at > 0 => selection with { Runtime = value },
                _ => throw new UserMistake(
                    $"{part} selects nothing: write service=NAME, version=…, host=… or runtime=…, with commas between"),
            };
        }

        return selection;
    }
}
