namespace Unpause.Requests.Attribution.Owners;

/// <summary>What a process that served requests and a recorded one are compared by.</summary>
internal enum TieFact
{
    /// <summary>Nothing is known of either.</summary>
    None,

    /// <summary>The runtime or language.</summary>
    Runtime,

    /// <summary>The container's id.</summary>
    Container,

    /// <summary>The process id.</summary>
    ProcessId,

    /// <summary><c>service.instance.id</c>.</summary>
    Instance,

    /// <summary>The Kubernetes pod.</summary>
    Pod,

    /// <summary>The host's name.</summary>
    Host,

    /// <summary><c>host.id</c>.</summary>
    HostId,

    /// <summary>The service's name, as the recorded process's environment has it.</summary>
    ServiceName,

    /// <summary>The service's name in the recorded command line.</summary>
    CommandLine,

    /// <summary>The service's name in the recording's file name.</summary>
    FileName,
}
