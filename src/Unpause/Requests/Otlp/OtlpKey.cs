namespace Unpause.Requests.Otlp;

/// <summary>The attributes that matter.</summary>
internal enum OtlpKey
{
    /// <summary>Any other.</summary>
    Other,

    /// <summary><c>service.name</c>.</summary>
    ServiceName,

    /// <summary><c>process.pid</c>.</summary>
    ProcessId,

    /// <summary><c>service.instance.id</c>.</summary>
    InstanceId,

    /// <summary><c>host.name</c>.</summary>
    HostName,

    /// <summary><c>unpause.generated</c>: the span was made by fill.</summary>
    Generated,
}
