namespace Unpause.Cli.Fleets;

/// <summary>
/// Addresses of servers, and files with their secrets. A secret is never in an address: every user can read command lines.
/// </summary>
internal static class FleetAddress
{
    /// <summary>The option that names a file with a secret.</summary>
    public const string SecretOption = "--secret-file";

    private const string ClickHouseScheme = "clickhouse";

    /// <summary>The option <c>--store</c>.</summary>
    public static Option<string> Store(string description) => new("--store") { Description = description, HelpName = "URL" };

    /// <summary>The option <c>--secret-file</c>.</summary>
    public static Option<string> Secret(string description) => new(SecretOption) { Description = description, HelpName = "FILE" };

    /// <summary>Checks an address of HTTP; null stays null.</summary>
    /// <exception cref="UserMistake">It is none, or has a secret.</exception>
    public static string? Web(string option, string? address) =>
        Check(option, address, [Uri.UriSchemeHttp, Uri.UriSchemeHttps], "http://HOST:9090");

    /// <summary>Checks an address of Grafana; null stays null.</summary>
    /// <inheritdoc cref="Web"/>
    public static string? Grafana(string option, string? address) =>
        Check(option, address, [Uri.UriSchemeHttp, Uri.UriSchemeHttps], "https://HOST", "--grafana-secret-file");

    /// <summary>Checks an address of ClickHouse; null stays null.</summary>
    /// <inheritdoc cref="Web"/>
    public static string? ClickHouse(string option, string? address) =>
        Check(option, address, [ClickHouseScheme], "clickhouse://HOST:8123/DATABASE");

    /// <summary>Checks an address of <c>unpause fleet receive</c>; null stays null.</summary>
    /// <inheritdoc cref="Web"/>
    public static string? Receiver(string option, string? address) =>
        Check(option, address, [Uri.UriSchemeHttp, Uri.UriSchemeHttps], "https://HOST:PORT");

    /// <summary>Checks an address of ClickHouse or of <c>unpause fleet receive</c>; null stays null.</summary>
    /// <inheritdoc cref="Web"/>
    public static string? Any(string option, string? address) => Check(
        option, address, [ClickHouseScheme, Uri.UriSchemeHttp, Uri.UriSchemeHttps], "clickhouse://HOST:8123/DATABASE or https://HOST:PORT");

    /// <summary>Checks that a file exists; null stays null.</summary>
    /// <exception cref="UserMistake">It does not.</exception>
    public static string? File(string option, string? path) => path is null || System.IO.File.Exists(path)
        ? path
        : throw new UserMistake($"{option} {PlainText.Clean(path)} does not exist");

    private static string? Check(string option, string? address, string[] schemes, string example, string secret = SecretOption)
    {
        if (address is null) return null;
        if (!Uri.TryCreate(address, UriKind.Absolute, out var uri) || Array.IndexOf(schemes, uri.Scheme) < 0 || uri.Host.Length == 0)
            throw new UserMistake($"{option} {PlainText.Clean(address)} is not an address: write {example}");
        // Without repeating the address: it has a password.
        if (uri.UserInfo.Contains(':', StringComparison.Ordinal))
            throw new UserMistake($"{option} has a password, which other users of this machine can read: put it into a file, "
                + $"{secret} FILE");
        return address;
    }
}
