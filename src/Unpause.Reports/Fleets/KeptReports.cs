using Unpause.Recordings.Readers;

namespace Unpause.Reports.Fleets;

/// <summary>
/// Names in a folder that keeps the reports of many hosts, as <c>HOST/DAY/NAME</c>: its receiver and its senders give the same.
/// </summary>
public static class KeptReports
{
    /// <summary>The end of a report's name.</summary>
    public const string Plain = ".json", Packed = ".json.gz";

    /// <summary>Characters of a name.</summary>
    public const int MostNameChars = 200;

    /// <summary>The environment variable that names another folder for <see cref="StateFolder"/>.</summary>
    public const string StateVariable = "XDG_STATE_HOME";

    private const string Undated = "undated", NoHost = "unknown-host";

    private const int MostHostChars = 100, MostAddressChars = 60, DayChars = 10;

    /// <summary>Whether a character may be in a name.</summary>
    public static bool IsPlain(char character) => char.IsAsciiLetterOrDigit(character) || character is '.' or '-' or '_';

    /// <summary>The name of a host's folder.</summary>
    /// <param name="host">The host as the report has it; null where it is unknown.</param>
    public static string HostFolder(string? host) => string.IsNullOrEmpty(host) ? NoHost : Plainly(host, MostHostChars);

    /// <summary>The name of a day's folder.</summary>
    /// <param name="startedAt">A time that begins with the day, as the report has it; null where it is unknown.</param>
    public static string DayFolder(string? startedAt) => DayOf(startedAt) ?? Undated;

    /// <summary>The day with which a time begins; null when it is none.</summary>
    public static string? DayOf(string? startedAt) =>
        startedAt is { Length: >= DayChars } && DateOnly.TryParseExact(startedAt.AsSpan(0, DayChars), "yyyy-MM-dd", out _)
            ? startedAt[..DayChars]
            : null;

    /// <summary>A text of others as a part of a name that is no hidden one.</summary>
    public static string Plainly(string text, int mostChars)
    {
        var name = text.Length > mostChars ? text[..mostChars] : text;
        return string.Create(name.Length, name, (made, from) =>
        {
            for (var i = 0; i < made.Length; i++) made[i] = IsPlain(from[i]) && (from[i] != '.' || i > 0) ? from[i] : '_';
        });
    }

    /// <summary>A name for an address that a reader recognises, and that no other address has.</summary>
    public static string NameOf(string address)
    {
        var hash = new ContentHash();
        hash.Add(Encoding.UTF8.GetBytes(address));
        return $"{Plainly(address, MostAddressChars)}-{hash.Text()}";
    }

    /// <summary>The folder in which programs of this user keep what they need the next time (XDG Base Directory Specification).</summary>
    public static string StateFolder()
    {
        var state = Environment.GetEnvironmentVariable(StateVariable) is { Length: > 0 } named
            ? named
            : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".local", "state");
        return Path.Combine(state, "unpause");
    }
}
