using System.Net;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Pprof;

/// <summary>
/// Sends requests to one address only: redirects are not followed, no proxy is used, cookies are dropped, and responses are bounded in time
/// and length.
/// </summary>
internal sealed class PprofClient : IDisposable
{
    private static readonly TimeSpan Connecting = TimeSpan.FromSeconds(5), Answering = TimeSpan.FromSeconds(60);

    private readonly PprofAddress _address;
    private readonly HttpClient _client;

    public PprofClient(PprofAddress address)
    {
        _address = address;
        _client = new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ConnectTimeout = Connecting,
            MaxResponseHeadersLength = 64,
            UseCookies = false,
            UseProxy = false,
        })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
        _client.DefaultRequestHeaders.TryAddWithoutValidation("User-Agent", $"unpause/{ToolVersion.Text}");
        if (address.Login is { } login) _client.DefaultRequestHeaders.TryAddWithoutValidation("Authorization", login);
    }

    /// <summary>Reads a response into a stream.</summary>
    /// <param name="what">Below <c>/debug/pprof/</c>: <c>trace?seconds=10</c>.</param>
    /// <param name="target">Receives it; contains the part received when it ended early.</param>
    /// <param name="most">Maximum length.</param>
    /// <param name="length">Expected duration of the response.</param>
    /// <param name="stop">Ends it early, which is not a failure.</param>
    /// <exception cref="ObstacleException">There is no such response, or it is late or too long.</exception>
    public async Task Take(string what, Stream target, long most, TimeSpan length, CancellationToken stop)
    {
        using var late = new CancellationTokenSource(length + Answering);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, stop);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, _address.GetUri(what));
            using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, both.Token).ConfigureAwait(false);
            var body = await answer.Content.ReadAsStreamAsync(both.Token).ConfigureAwait(false);
            await using (body.ConfigureAwait(false))
            {
                if (answer.StatusCode != HttpStatusCode.OK)
                {
                    var start = await StartOf(body, both.Token).ConfigureAwait(false);
                    throw new ObstacleException(PprofAnswer.CreateObstacle(_address.Name, NameOf(what), answer.StatusCode, start));
                }

                await Copy(body, target, NameOf(what), most, both.Token).ConfigureAwait(false);
            }
        }
        catch (HttpRequestException failure)
        {
            throw new ObstacleException(PprofAnswer.CreateObstacle(_address.Name, failure));
        }
        catch (IOException failure)
        {
            throw new ObstacleException(
                $"{_address.Name} closed the connection during its answer to /debug/pprof/{NameOf(what)}: {failure.Message.TrimEnd('.')}");
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The part received so far is valid.
        }
        catch (OperationCanceledException)
        {
            throw new ObstacleException(new Obstacle(
                $"{_address.Name} did not answer /debug/pprof/{NameOf(what)} in time", "is it the right port?"));
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private async Task Copy(Stream body, Stream target, string what, long most, CancellationToken stop)
    {
        const int Marking = 5;
        var buffer = new byte[64 * 1024];
        var read = await body.ReadAtLeastAsync(buffer, Marking, throwOnEndOfStream: false, stop).ConfigureAwait(false);
        if (!IsExpected(what, buffer.AsSpan(0, read)))
        {
            throw new ObstacleException(new Obstacle(
                $"the answer of {_address.Name} to /debug/pprof/{what} is not a Go profile", "does another server listen there?"));
        }

        for (long taken = 0; read > 0; read = await body.ReadAsync(buffer, stop).ConfigureAwait(false))
        {
            if ((taken += read) > most)
                throw new ObstacleException($"the answer of {_address.Name} is longer than {Quantities.Bytes((double)most)}");
            await target.WriteAsync(buffer.AsMemory(0, read), CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Whether a response can be of the requested kind: another server may answer every request with a page. Profiles are gzip-compressed.
    /// </summary>
    private static bool IsExpected(string what, ReadOnlySpan<byte> start) => what switch
    {
        "cmdline" => start is not [(byte)'<', ..],
        "trace" => start.IsEmpty || start.StartsWith("go 1."u8),
        _ => start is [0x1f, 0x8b, ..],
    };

    private static async Task<string> StartOf(Stream body, CancellationToken stop)
    {
        var start = new byte[512];
        var read = await body.ReadAtLeastAsync(start, start.Length, throwOnEndOfStream: false, stop).ConfigureAwait(false);
        return Encoding.UTF8.GetString(start, 0, read);
    }

    private static string NameOf(string what) => what.Split('?')[0];
}

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
    /// <returns>What is wrong, as a phrase without the text, which may contain a password. Null when it is valid.</returns>
    public static string? Read(string text, out PprofAddress? address)
    {
        address = null;
        if (!Uri.TryCreate(text, UriKind.Absolute, out var uri) || uri.Host.Length == 0) return "this is not a valid URL";
        if (uri.Scheme != Uri.UriSchemeHttp && uri.Scheme != Uri.UriSchemeHttps) return $"{uri.Scheme}:// is neither http:// nor https://";
        if (uri.Scheme == Uri.UriSchemeHttps && ReadingProcess.IsNative)
        {
            return "this binary has no TLS: use http:// and a forwarded port (kubectl port-forward, ssh -L), "
                + "or dotnet tool install Unpause.Tool";
        }

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
    internal Uri GetUri(string what) => new(_folder, what);
}

/// <summary>Messages for failed requests to net/http/pprof.</summary>
internal static class PprofAnswer
{
    /// <summary>For a response with an error status.</summary>
    /// <param name="what">The requested resource: <c>allocs</c>.</param>
    /// <param name="start">Start of the response's text.</param>
    public static Obstacle CreateObstacle(string where, string what, HttpStatusCode status, string start) => status switch
    {
        HttpStatusCode.NotFound => new(
            $"{where} has no /debug/pprof/{what} (404)",
            "the program needs import _ \"net/http/pprof\"; where its server has a mux of its own, also "
            + "mux.Handle(\"/debug/pprof/\", http.DefaultServeMux)"),
        HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden or HttpStatusCode.ProxyAuthenticationRequired => new(
            $"{where} denies access to /debug/pprof/{what} ({(int)status})",
            "give a login: http://USER:PASSWORD@HOST:PORT; or record from a host that is allowed"),
        HttpStatusCode.BadRequest when start.Contains("HTTPS server", StringComparison.Ordinal) => new(
            $"{where} expects https", "use https://"),
        HttpStatusCode.BadRequest when start.Contains("WriteTimeout", StringComparison.Ordinal) => new(
            $"{where} limits its answers to less time (WriteTimeout of its http.Server)", "use a shorter --for"),
        HttpStatusCode.InternalServerError when start.Contains("already enabled", StringComparison.Ordinal) => new(
            $"an execution trace of {where} is already running", "try again when it has ended"),
        >= HttpStatusCode.MultipleChoices and < HttpStatusCode.BadRequest => new(
            $"{where} redirects ({(int)status}), and redirects are not followed", "give the address at which the process itself listens"),
        _ => new($"{where} answered {(int)status} to /debug/pprof/{what}"),
    };

    /// <summary>For a request without a response.</summary>
    /// <param name="failure">.NET's exception.</param>
    public static Obstacle CreateObstacle(string where, HttpRequestException failure) => failure.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError => new($"the host name of {where} can't be resolved"),
        HttpRequestError.SecureConnectionError => new(
            $"no TLS connection with {where}: {Innermost(failure)}",
            "this machine must trust its certificate; for plain http use http://"),
        HttpRequestError.ConnectionError => new(
            $"no connection with {where}: {Innermost(failure)}", "is the process running, and does it listen there?"),
        _ => new($"the answer of {where} is not valid HTTP: {Innermost(failure)}", "does another server listen there?"),
    };

    private static string Innermost(Exception exception)
    {
        while (exception.InnerException is { } inner) exception = inner;
        var text = exception.Message.TrimEnd('.');
        return text.Length > 0 ? char.ToLowerInvariant(text[0]) + text[1..] : "no reason is known";
    }
}
