namespace Unpause.Recordings.Readers.DotNet;

/// <summary>The names of .NET's providers of events that are recorded and read.</summary>
public static class EventSources
{
    public const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>The runtime's private events: the steps of background collections.</summary>
    public const string RuntimePrivate = "Microsoft-Windows-DotNETRuntimePrivate";

    /// <summary>ASP.NET Core: requests served.</summary>
    public const string AspNetCoreHosting = "Microsoft.AspNetCore.Hosting";

    /// <summary>HttpClient: calls made.</summary>
    public const string HttpClient = "System.Net.Http";

    public const string Counters = "System.Runtime";
}
