using System.Buffers.Text;

namespace Unpause.Requests.Otlp;

/// <summary>One attribute while it is read: only those that identify the service, or a span made by fill, are kept.</summary>
internal sealed class OtlpAttribute
{
    private readonly byte[] _value = new byte[Limits.NameBytes];
    private int _valueLength;

    /// <summary>Which attribute it is.</summary>
    public OtlpKey Key { get; set; }

    /// <summary>The value's text: a string, a number's digits, true or false.</summary>
    public ReadOnlySpan<byte> Value => _value.AsSpan(0, _valueLength);

    public void Begin()
    {
        Key = OtlpKey.Other;
        _valueLength = 0;
    }

    public void SetValue(ReadOnlySpan<byte> utf8)
    {
        _valueLength = Math.Min(utf8.Length, _value.Length);
        utf8[.._valueLength].CopyTo(_value);
    }

    /// <summary>Takes the attribute into what is known of the service.</summary>
    public Service ApplyTo(Service service) => Key switch
    {
        OtlpKey.ServiceName => service with { Name = Text },
        OtlpKey.ProcessId when Utf8Parser.TryParse(Value, out int pid, out var used) && used == _valueLength =>
            service with { ProcessId = pid },
        OtlpKey.InstanceId => service with { Instance = Text },
        OtlpKey.HostName => service with { Host = Text },
        OtlpKey.HostId => service with { HostId = Text },
        OtlpKey.ContainerId => service with { Container = Text },
        OtlpKey.PodName => service with { Pod = Text },
        OtlpKey.Language => service with { Language = Text },
        OtlpKey.RuntimeName => service with { RuntimeName = Text },
        OtlpKey.Address => service with { Address = Text },
        _ => service,
    };

    /// <summary>Takes the attribute into what is known of a span.</summary>
    public void ApplyTo(ref SpanDraft span)
    {
        span.Generated |= Key == OtlpKey.Generated && Value.SequenceEqual("true"u8);
        span.Stream |= Key == OtlpKey.StreamMark && StreamMarks.IsStream(Value);
    }

    /// <summary>Takes the attribute of a span into what is known of how spans were sampled.</summary>
    public void ApplyTo(SamplingMarks sampling)
    {
        if (Key is OtlpKey.SampledShare or OtlpKey.SampleRate) sampling.TakeAttribute(Key == OtlpKey.SampleRate, Value);
        else if (Key == OtlpKey.SamplingPolicy) sampling.TakePolicy();
    }

    /// <summary>Which of the attributes that matter a name is.</summary>
    public static OtlpKey KeyOf(ReadOnlySpan<byte> name) => name.Length switch
    {
        7 when name.SequenceEqual("host.id"u8) => OtlpKey.HostId,
        9 when name.SequenceEqual("host.name"u8) => OtlpKey.HostName,
        10 when name.SequenceEqual("SampleRate"u8) => OtlpKey.SampleRate,
        11 when name.SequenceEqual("process.pid"u8) => OtlpKey.ProcessId,
        12 when name.SequenceEqual("service.name"u8) => OtlpKey.ServiceName,
        12 when name.SequenceEqual("container.id"u8) => OtlpKey.ContainerId,
        12 when name.SequenceEqual("k8s.pod.name"u8) => OtlpKey.PodName,
        13 when name.SequenceEqual("sampler.param"u8) => OtlpKey.SampledShare,
        15 when name.SequenceEqual("sampling.policy"u8) => OtlpKey.SamplingPolicy,
        17 when name.SequenceEqual(SpanFormats.GeneratedKeyBytes) => OtlpKey.Generated,
        19 when name.SequenceEqual("tailsampling.policy"u8) => OtlpKey.SamplingPolicy,
        19 when name.SequenceEqual("service.instance.id"u8) => OtlpKey.InstanceId,
        20 when name.SequenceEqual("sampling.probability"u8) => OtlpKey.SampledShare,
        20 when name.SequenceEqual("process.runtime.name"u8) => OtlpKey.RuntimeName,
        22 when name.SequenceEqual("telemetry.sdk.language"u8) => OtlpKey.Language,
        _ => StreamMarks.IsKey(name) ? OtlpKey.StreamMark : OtlpKey.Other,
    };

    private string? Text => _valueLength == 0 ? null : Encoding.UTF8.GetString(Value);
}

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
