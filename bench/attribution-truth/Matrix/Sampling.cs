namespace Unpause.Bench.AttributionTruth;

/// <summary>Which requests were kept.</summary>
public enum Sampling
{
    /// <summary>All.</summary>
    All,

    /// <summary>One in ten, decided when it began; the spans' tracestate says so (OpenTelemetry's <c>ot=th:</c>).</summary>
    HeadTold,

    /// <summary>One in ten, and nothing says so.</summary>
    HeadUntold,

    /// <summary>Only slow or failed ones, decided when the request was over.</summary>
    Tail,
}
