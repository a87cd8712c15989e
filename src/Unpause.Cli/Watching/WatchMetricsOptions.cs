using System.Buffers;
using System.Net;

namespace Unpause.Cli.Watching;

/// <summary>The options of <c>unpause watch</c> that serve metrics to other machines.</summary>
internal sealed class WatchMetricsOptions
{
    /// <summary>The option with the address.</summary>
    public const string ListenName = "--metrics-listen";

    private const string TokenName = "--metrics-token-file", Example = "0.0.0.0:9190";

    // 96 bits where it is written in base64.
    private const int LeastTokenChars = 16;

    private const int MostTokenChars = 1024;

    // RFC 6750, section 2.1.
    private static readonly SearchValues<char> TokenChars =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=");

    private readonly Option<string> _listen = new(ListenName)
    {
        Description = $"Serve /metrics and /healthz, and nothing else, on this address too, which others may reach, for example {Example}. "
            + $"/metrics needs the token of {TokenName}.",
        HelpName = "ADDRESS",
    };

    private readonly Option<string> _token = new(TokenName)
    {
        Description = $"The file with the token that a scraper of {ListenName} sends (Authorization: Bearer). It is read at the start.",
        HelpName = "PATH",
    };

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_listen);
        command.Add(_token);
    }

    /// <summary>The address and the token: what is typed wins over the file.</summary>
    /// <exception cref="UserMistake">One of them is missing, or makes no sense.</exception>
    public (string? Address, string? Token) Read(ParseResult parsed, WatchFile? file)
    {
        var listen = parsed.GetValue(_listen) ?? file?.MetricsListen;
        var token = parsed.GetValue(_token) ?? file?.MetricsTokenFile;
        if (listen is null or WatchAddress.None)
        {
            return token is null || listen is not null
                ? (null, null)
                : throw new UserMistake($"{TokenName} is for {ListenName}: add, for example, {ListenName} {Example}");
        }

        if (!IPEndPoint.TryParse(listen, out var address) || address.Port == 0)
            throw new UserMistake($"{ListenName} {listen}: an address with a port, for example {Example}");
        return token is null
            ? throw new UserMistake(
                $"{ListenName} {listen} needs a token, because others reach it: head -c 32 /dev/urandom | base64 > FILE; {TokenName} FILE")
            : (address.ToString(), TokenOf(token));
    }

    private static string TokenOf(string path)
    {
        var token = Text(path).Trim();
        return token.Length is >= LeastTokenChars and <= MostTokenChars && !token.AsSpan().ContainsAnyExcept(TokenChars)
            ? token
            : throw new UserMistake($"{TokenName} {PlainText.Clean(path)}: there must be {LeastTokenChars} to {MostTokenChars} letters, "
                + "digits or any of -._~+/= in it, on one line: head -c 32 /dev/urandom | base64");
    }

    private static string Text(string path)
    {
        try
        {
            using var file = File.OpenRead(path);
            var bytes = new byte[MostTokenChars + 2];
            return Encoding.ASCII.GetString(bytes, 0, file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{TokenName} {PlainText.Clean(path)} cannot be read: {SystemFault.Reason(e)}");
        }
    }
}
