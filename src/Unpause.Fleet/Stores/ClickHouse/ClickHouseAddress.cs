using Unpause.Recordings;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>Where a ClickHouse server is: <c>clickhouse://[user@]host[:port]/database</c>. The port is that of HTTP.</summary>
/// <param name="Password">The password; null for none. It is never part of an address, because addresses are shown.</param>
internal sealed record ClickHouseAddress(string Host, int Port, string Database, string? User, string? Password)
{
    /// <summary>How such addresses start.</summary>
    public const string Scheme = "clickhouse";

    private const int HttpPort = 8123, MostNameChars = 64;

    /// <summary>The address without secrets.</summary>
    public string Place => $"{Scheme}://{(User is null ? "" : $"{User}@")}{Host}:{Port}/{Database}";

    /// <summary>The address for HTTP.</summary>
    public Uri Http => new($"http://{Host}:{Port}/");

    /// <summary>Reads an address that a user passed.</summary>
    /// <exception cref="UserMistake">It is none.</exception>
    public static ClickHouseAddress Parse(string text, string? password)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var uri) || uri.Scheme != Scheme || uri.Host.Length == 0
            || uri.Query.Length > 0 || uri.Fragment.Length > 0)
        {
            throw new UserMistake($"--store needs an address like {Scheme}://localhost/unpause, with the HTTP port when it is not 8123");
        }

        if (uri.UserInfo.Contains(':', StringComparison.Ordinal))
        {
            throw new UserMistake("--store has a password in its address: put it into a file and pass --secret-file FILE");
        }

        var database = uri.AbsolutePath.Trim('/');
        if (!IsName(database))
        {
            throw new UserMistake($"--store needs the name of a database (letters, digits and _): {Scheme}://{uri.Authority}/unpause");
        }

        var user = Uri.UnescapeDataString(uri.UserInfo);
        return new(uri.Host, uri.Port < 0 ? HttpPort : uri.Port, database, user.Length == 0 ? null : user, password);
    }

    private static bool IsName(string text) =>
        text.Length is > 0 and <= MostNameChars && !char.IsAsciiDigit(text[0]) && text.All(c => char.IsAsciiLetterOrDigit(c) || c == '_');
}
