namespace Unpause.Requests;

/// <summary>
/// One process of a service, as resource attributes or process tags name it. What the source does not record is null.
/// </summary>
/// <param name="Name">The service's name (<c>service.name</c>).</param>
/// <param name="ProcessId">Its process id (<c>process.pid</c>).</param>
/// <param name="Instance">Its instance id (<c>service.instance.id</c>).</param>
public sealed record Service(string? Name, int? ProcessId, string? Instance)
{
    /// <summary>A service about which nothing is known.</summary>
    internal static Service Unknown { get; } = new(null, null, null);

    /// <summary>The language of the library that wrote the spans (<c>telemetry.sdk.language</c>): <c>java</c>, <c>go</c>.</summary>
    internal string? Language { get; init; }

    /// <summary>The runtime as it calls itself (<c>process.runtime.name</c>): <c>OpenJDK Runtime Environment</c>, <c>cpython</c>.</summary>
    internal string? RuntimeName { get; init; }

    /// <summary>The machine or container by its host name (<c>host.name</c>).</summary>
    public string? Host { get; init; }

    /// <summary>The machine's own id (<c>host.id</c>).</summary>
    internal string? HostId { get; init; }

    /// <summary>The container's id (<c>container.id</c>).</summary>
    internal string? Container { get; init; }

    /// <summary>The pod's name (<c>k8s.pod.name</c>).</summary>
    public string? Pod { get; init; }

    /// <summary>The address at which it served (Zipkin's local endpoint, Jaeger's <c>ip</c>).</summary>
    internal string? Address { get; init; }

    /// <summary>
    /// What distinguishes this process from others of its service, the surest first: instance id, pod, container,
    /// process id with host, address. Null when nothing does.
    /// </summary>
    public string? Identity =>
        Instance ?? Pod ?? Container ?? (ProcessId, Host) switch
        {
            ({ } id, { } host) => $"{id}@{host}",
            ({ } id, null) => id.ToString(System.Globalization.CultureInfo.InvariantCulture),
            (null, { } host) => host,
            _ => HostId ?? Address,
        };
}
