namespace Unpause.Requests.Otlp;

/// <summary>The attributes that matter; names as in OpenTelemetry's semantic conventions.</summary>
internal enum OtlpKey
{
    Other,

    /// <summary><c>service.name</c>.</summary>
    ServiceName,

    /// <summary><c>process.pid</c>.</summary>
    ProcessId,

    /// <summary><c>service.instance.id</c>.</summary>
    InstanceId,

    /// <summary><c>host.name</c>.</summary>
    HostName,

    /// <summary>The share of spans that were kept: <c>sampling.probability</c>, <c>sampler.param</c>.</summary>
    SampledShare,

    /// <summary>How many spans one represents: <c>SampleRate</c>.</summary>
    SampleRate,

    /// <summary>The rule by which a whole trace was kept: <c>tailsampling.policy</c>, <c>sampling.policy</c>.</summary>
    SamplingPolicy,

    /// <summary><c>host.id</c>.</summary>
    HostId,

    /// <summary><c>container.id</c>.</summary>
    ContainerId,

    /// <summary><c>k8s.pod.name</c>.</summary>
    PodName,

    /// <summary><c>telemetry.sdk.language</c>.</summary>
    Language,

    /// <summary><c>process.runtime.name</c>.</summary>
    RuntimeName,

    /// <summary>The address at which a service serves; only Jaeger's and Zipkin's own.</summary>
    Address,

    /// <summary><c>unpause.generated</c>: the span was made by fill.</summary>
    Generated,

    /// <summary>One that may say that the span is a stream: <see cref="StreamMarks"/>.</summary>
    StreamMark,
}
