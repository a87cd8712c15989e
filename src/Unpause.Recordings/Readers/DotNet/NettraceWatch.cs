using Unpause.Recordings.Readers.DotNet.Collections;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// Watches a .nettrace stream while it is written: reports each GC suspension, from the suspension to the restart of
/// all threads, and of each request that was served. Keeps nothing of what has ended.
/// </summary>
/// <param name="stopped">Takes a stop's length in nanoseconds.</param>
/// <param name="served">Takes a request's length in nanoseconds.</param>
public sealed class NettraceWatch(Action<long> stopped, Action<long> served)
{
    private readonly Dictionary<long, long> _stops = [];
    private readonly Dictionary<UInt128, long> _requests = [];

    /// <summary>Reads a stream to its end.</summary>
    public void Read(Stream stream) => new BlockDecoder().Run(new NettraceFrames(stream), Handle);

    private void Handle(int processId, in RuntimeEvent e)
    {
        if (e.Provider == EventProvider.Runtime)
        {
            HandleStop(e);
        }
        else if (e is { Provider: EventProvider.AspNetCoreHosting, Id: RuntimeEventIds.RequestStart or RuntimeEventIds.RequestStop })
        {
            HandleRequest(e);
        }
    }

    private void HandleStop(in RuntimeEvent e)
    {
        if (e.Id == RuntimeEventIds.SuspendBegin)
        {
            var reason = (byte)Math.Min(new PayloadReader(e.Payload).UInt32(), byte.MaxValue);
            if (Suspension.IsForCollector(reason) && _stops.Count < Limits.OpenThreads) _stops[e.ThreadId] = e.TimeNanoseconds;
        }
        else if (e.Id == RuntimeEventIds.RestartEnd && _stops.Remove(e.ThreadId, out var begin))
        {
            stopped(e.TimeNanoseconds - begin);
        }
    }

    private void HandleRequest(in RuntimeEvent e)
    {
        ActivityIds.Read(e.Payload, out var activity, out _);
        if (activity == 0) return;
        if (e.Id == RuntimeEventIds.RequestStart && _requests.Count < Limits.OpenRequests) _requests[activity] = e.TimeNanoseconds;
        else if (e.Id == RuntimeEventIds.RequestStop && _requests.Remove(activity, out var start)) served(e.TimeNanoseconds - start);
    }
}
