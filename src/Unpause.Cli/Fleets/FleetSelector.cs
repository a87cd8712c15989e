namespace Unpause.Cli.Fleets;

/// <summary>A part of the fleet as a user names it: <c>service=orders,version=1.4</c>.</summary>
internal static class FleetSelector
{
    /// <summary>One to type.</summary>
    public const string Example = "service=orders,version=1.4";

    private static readonly string[] Known = ["service", "host", "version", "runtime"];

    /// <summary>The names that it may have.</summary>
    public static string Names => string.Join(", ", Known);

    /// <summary>Checks its form; null stays null.</summary>
    /// <exception cref="UserMistake">It has another form.</exception>
    public static string? Check(string option, string? selector)
    {
        if (selector is null) return null;
        var names = new List<string>();
        foreach (var part in selector.Split(','))
        {
            var end = part.IndexOf('=', StringComparison.Ordinal);
            var name = end < 0 ? "" : part[..end].Trim();
            if (Array.IndexOf(Known, name) < 0 || names.Contains(name) || end == part.Length - 1)
            {
                throw new UserMistake(
                    $"{option} {PlainText.Clean(selector)} is not a selector: "
                    + $"write for example {option} {Example}, with {Names} once each");
            }

            names.Add(name);
        }

        return selector;
    }
}
