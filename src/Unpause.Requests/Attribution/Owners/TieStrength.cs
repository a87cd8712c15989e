namespace Unpause.Requests.Attribution.Owners;

/// <summary>What ties a process that served requests to a recorded one, the surer the later.</summary>
internal enum TieStrength
{
    /// <summary>Its spans are of another runtime's library: the recording cannot be its own.</summary>
    OtherRuntime,

    /// <summary>Process id, container, host or instance differ.</summary>
    OtherProcess,

    /// <summary>Nothing speaks against it, and nothing for it.</summary>
    Possible,

    /// <summary>The service's name is in the recording's command line, file name or environment.</summary>
    Name,

    /// <summary>The instance, pod, container or host is the recording's.</summary>
    Instance,

    /// <summary>The process ids are the same.</summary>
    ProcessId,
}
