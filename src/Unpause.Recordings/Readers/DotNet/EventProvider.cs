namespace Unpause.Recordings.Readers.DotNet;

/// <summary>The providers whose events are examined.</summary>
internal enum EventProvider
{
    Runtime,

    RuntimePrivate,

    /// <summary>Microsoft-Windows-DotNETRuntimeRundown: what the runtime lists when a recording ends.</summary>
    Rundown,

    /// <summary>Microsoft-DotNETCore-EventPipe: the process's command line.</summary>
    EventPipe,

    /// <summary>Microsoft-DotNETCore-SampleProfiler: a CPU sampler, which stops the process for each sample.</summary>
    SampleProfiler,

    /// <summary>Microsoft.AspNetCore.Hosting: requests that an ASP.NET Core program serves.</summary>
    AspNetCoreHosting,

    /// <summary>System.Net.Http: requests that the program makes with HttpClient.</summary>
    HttpClient,
    /// <summary>System.Runtime: counters, once an interval.</summary>
    Counters,
}
