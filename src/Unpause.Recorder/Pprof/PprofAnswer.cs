using System.Net;

namespace Unpause.Recorder.Pprof;

/// <summary>What went wrong with a question to net/http/pprof, in words.</summary>
internal static class PprofAnswer
{
    /// <summary>Of an answer that is no success.</summary>
    /// <param name="where">Whose answer.</param>
    /// <param name="what">What was asked for: <c>allocs</c>.</param>
    /// <param name="status">The status.</param>
    /// <param name="start">How the answer's text begins.</param>
    public static Obstacle Of(string where, string what, HttpStatusCode status, string start) => status switch
    {
        HttpStatusCode.NotFound => new(
            $"{where} has no /debug/pprof/{what} (404)",
            "the program needs import _ \"net/http/pprof\"; where its server has a mux of its own, also "
            + "mux.Handle(\"/debug/pprof/\", http.DefaultServeMux)"),
        HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden or HttpStatusCode.ProxyAuthenticationRequired => new(
            $"{where} doesn't let us read /debug/pprof/{what} ({(int)status})",
            "with a login: http://USER:PASSWORD@HOST:PORT; or record from a host that it lets in"),
        HttpStatusCode.BadRequest when start.Contains("HTTPS server", StringComparison.Ordinal) => new(
            $"{where} speaks https", "type the same with https://"),
        HttpStatusCode.BadRequest when start.Contains("WriteTimeout", StringComparison.Ordinal) => new(
            $"{where} ends answers sooner than that (WriteTimeout of its http.Server)", "use a shorter --for"),
        HttpStatusCode.InternalServerError when start.Contains("already enabled", StringComparison.Ordinal) => new(
            $"{where} is being traced by somebody else", "try again when that has ended"),
        >= HttpStatusCode.MultipleChoices and < HttpStatusCode.BadRequest => new(
            $"{where} sends us elsewhere ({(int)status}), and that isn't followed", "give the address where the program itself listens"),
        _ => new($"{where} answers {(int)status} when asked for /debug/pprof/{what}"),
    };

    /// <summary>Of a question that got no answer.</summary>
    /// <param name="where">Who was asked.</param>
    /// <param name="failure">What .NET says.</param>
    public static Obstacle Of(string where, HttpRequestException failure) => failure.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError => new($"the host of {where} has no address"),
        HttpRequestError.SecureConnectionError => new(
            $"no TLS connection with {where}: {Innermost(failure)}",
            "its certificate must be one that this machine trusts; where the program speaks plain http, type http://"),
        HttpRequestError.ConnectionError => new(
            $"no connection with {where}: {Innermost(failure)}", "is the program running, and does it listen there?"),
        _ => new($"{where} gives no answer that can be read: {Innermost(failure)}", "does something else listen there?"),
    };

    private static string Innermost(Exception exception)
    {
        while (exception.InnerException is { } inner) exception = inner;
        var text = exception.Message.TrimEnd('.');
        return text.Length > 0 ? char.ToLowerInvariant(text[0]) + text[1..] : "no reason is told";
    }
}
