using System.Net;

namespace Unpause.Recorder.Pprof;

/// <summary>Messages for failed requests to net/http/pprof.</summary>
internal static class PprofAnswer
{
    /// <summary>For a response with an error status.</summary>
    /// <param name="where">The server.</param>
    /// <param name="what">The requested resource: <c>allocs</c>.</param>
    /// <param name="status">The status.</param>
    /// <param name="start">Start of the response's text.</param>
    public static Obstacle Of(string where, string what, HttpStatusCode status, string start) => status switch
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
    /// <param name="where">The server.</param>
    /// <param name="failure">.NET's exception.</param>
    public static Obstacle Of(string where, HttpRequestException failure) => failure.HttpRequestError switch
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
