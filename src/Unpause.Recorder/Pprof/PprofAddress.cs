using System.Text;

namespace Unpause.Recorder.Pprof;

/// <summary>The address at which a program serves net/http/pprof.</summary>
public sealed class PprofAddress
{
    private const string Folder = "/debug/pprof/";
    private readonly Uri _folder;

    private PprofAddress(Uri folder, string? login) => (_folder, Login) = (folder, login);

    /// <summary>Host and port for messages, without login and path.</summary>
    public string Name => _folder.GetComponents(UriComponents.SchemeAndServer, UriFormat.UriEscaped);

    /// <summary>Host and port as part of a file's name.</summary>
    internal string FileName => string.Concat(
        $"{_folder.Host}-{_folder.Port}".Select(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '-' ? c : '_'));

    /// <summary>Value of the Authorization header; null when the address has no login. Never shown.</summary>
    internal string? Login { get; }

    /// <summary>Whether a text is an address and not a process id.</summary>
    public static bool Is(string text) => text.Contains("://", StringComparison.Ordinal);

    /// <summary>Parses <c>http://HOST:PORT</c>, optionally with the path in which <c>debug/pprof</c> is.</summary>
    /// <param name="text">As the user typed it.</param>
    /// <param name="address">The address.</param>
    /// <returns>What is wrong, as a phrase without the text, which may contain a password. Null when it is valid.</returns>
    public static string? Read(string text, out PprofAddress? address)
    {
        address = null;
        if (!Uri.TryCreate(text, UriKind.Absolute, out var uri) || uri.Host.Length == 0) return "this is not a valid URL";
        if (uri.Scheme != Uri.UriSchemeHttp && uri.Scheme != Uri.UriSchemeHttps) return $"{uri.Scheme}:// is neither http:// nor https://";
        if (uri.Query.Length + uri.Fragment.Length > 0) return "the URL ends in a query: give the address alone, http://HOST:PORT";
        var path = uri.AbsolutePath.TrimEnd('/');
        var before = path.IndexOf(Folder.TrimEnd('/'), StringComparison.Ordinal) is var at and >= 0 ? path[..at] : path;
        var login = uri.UserInfo.Length == 0
            ? null
            : "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(uri.UserInfo)));
        var server = uri.GetComponents(UriComponents.SchemeAndServer, UriFormat.UriEscaped);
        address = new PprofAddress(new Uri(server + before + Folder), login);
        return null;
    }

    /// <summary>The URL of a resource below it, without the login.</summary>
    internal Uri Of(string what) => new(_folder, what);
}
