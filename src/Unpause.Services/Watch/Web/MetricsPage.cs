using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Watch.Web;

/// <summary>The metrics in the format that a scraper prefers.</summary>
internal static class MetricsPage
{
    /// <summary>Media types of the formats.</summary>
    public const string Text = "text/plain; version=0.0.4; charset=utf-8",
        OpenMetrics = "application/openmetrics-text; version=1.0.0; charset=utf-8",
        Protobuf = "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";

    private const string OpenMetricsName = "application/openmetrics-text", ProtobufName = "application/vnd.google.protobuf";

    /// <summary>Writes the answer.</summary>
    public static async Task WriteAsync(HttpContext context, WatchMetrics metrics)
    {
        var type = Choose(context.Request.Headers.Accept!);
        var families = metrics.Collect(native: type == Protobuf, DateTimeOffset.UtcNow);
        context.Response.ContentType = type;
        context.Response.Headers.Vary = "Accept";
        await context.Response.Body.WriteAsync(Write(families, type), context.RequestAborted).ConfigureAwait(false);
    }

    /// <summary>The format for an Accept header: the first that there is of the highest quality, else Prometheus' text.</summary>
    internal static string Choose(IList<string> accept)
    {
        if (!MediaTypeHeaderValue.TryParseList(accept, out var wanted)) return Text;
        foreach (var type in wanted.Where(type => type.Quality is not 0).OrderByDescending(type => type.Quality ?? 1))
        {
            if (type.MediaType == OpenMetricsName) return OpenMetrics;
            if (type.MediaType == "text/plain" || type.MatchesAllTypes) return Text;
            if (type.MediaType == ProtobufName && ValueOf(type, "encoding") == "delimited"
                && ValueOf(type, "proto") == "io.prometheus.client.MetricFamily") return Protobuf;
        }

        return Text;
    }

    /// <summary>Metrics in a format.</summary>
    internal static byte[] Write(IEnumerable<MetricFamily> families, string type) =>
        type == Protobuf ? PrometheusProtobuf.Write(families) : Encoding.UTF8.GetBytes(PrometheusText.Write(families, type == OpenMetrics));

    private static string? ValueOf(MediaTypeHeaderValue type, string name) =>
        type.Parameters.FirstOrDefault(parameter => parameter.Name == name)?.GetUnescapedValue().Value;
}
