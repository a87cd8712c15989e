using System.Buffers.Text;
using System.Text;

namespace Unpause.Requests.Otlp;

/// <summary>One attribute while it is read: only those that say who served, or that a span was made by fill, are kept.</summary>
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
        OtlpKey.ServiceName => service with { Name = Encoding.UTF8.GetString(Value) },
        OtlpKey.ProcessId when Utf8Parser.TryParse(Value, out int pid, out var used) && used == _valueLength =>
            service with { ProcessId = pid },
        OtlpKey.InstanceId => service with { Instance = Encoding.UTF8.GetString(Value) },
        OtlpKey.HostName when service.Instance is null => service with { Instance = Encoding.UTF8.GetString(Value) },
        _ => service,
    };

    /// <summary>Takes the attribute of a span into what is known of how spans were sampled.</summary>
    public void ApplyTo(SamplingMarks sampling)
    {
        if (Key is OtlpKey.SampledShare or OtlpKey.SampleRate) sampling.TakeAttribute(Key == OtlpKey.SampleRate, Value);
        else if (Key == OtlpKey.SamplingPolicy) sampling.TakePolicy();
    }

    /// <summary>Which of the attributes that matter a name is; names as in OpenTelemetry's resource conventions.</summary>
    public static OtlpKey KeyOf(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("service.name"u8) ? OtlpKey.ServiceName
        : name.SequenceEqual("process.pid"u8) ? OtlpKey.ProcessId
        : name.SequenceEqual("service.instance.id"u8) ? OtlpKey.InstanceId
        : name.SequenceEqual("host.name"u8) ? OtlpKey.HostName
        : name.SequenceEqual("sampling.probability"u8) || name.SequenceEqual("sampler.param"u8) ? OtlpKey.SampledShare
        : name.SequenceEqual("SampleRate"u8) ? OtlpKey.SampleRate
        : name.SequenceEqual("tailsampling.policy"u8) || name.SequenceEqual("sampling.policy"u8) ? OtlpKey.SamplingPolicy
        : name.SequenceEqual(SpanFormats.GeneratedKeyBytes) ? OtlpKey.Generated
        : OtlpKey.Other;
}
