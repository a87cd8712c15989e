namespace Unpause.Bench.AttributionTruth;

/// <summary>Which requests were kept.</summary>
public enum Sampling
{
    /// <summary>All.</summary>
    All,

    /// <summary>Head sampling of one in ten, recorded in the spans' tracestate (OpenTelemetry's <c>ot=th:</c>).</summary>
    HeadReported,

    /// <summary>Head sampling of one in ten, not recorded.</summary>
    HeadUnreported,

    /// <summary>Tail sampling: only slow or failed ones.</summary>
    Tail,
}
