using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Readers.DotNet;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>Reads a session's file while it is written, until what the user waits for was seen.</summary>
[SupportedOSPlatform("linux")]
internal sealed class DotNetWatch
{
    /// <summary>How much more is recorded then: a request that waited behind the pause ends later than it.</summary>
    private static readonly TimeSpan After = TimeSpan.FromSeconds(3);

    private readonly LiveCondition _condition;
    private readonly GrowingFile _file;
    private volatile bool _given;
    private long _seenAt;
    private long _nanoseconds;

    private DotNetWatch(string file, LiveCondition condition, Func<bool> finished)
    {
        _condition = condition;
        _file = new GrowingFile(file, () => _given || finished());
        _ = Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>What was seen; null as long as nothing was.</summary>
    public string? Seen =>
        Volatile.Read(ref _seenAt) == 0 ? null : $"a {(_condition.OfRequest ? "request" : "pause")} of {Quantities.Duration(_nanoseconds)}";

    /// <summary>Whether it was seen and the time after it is over.</summary>
    public bool IsOver => Volatile.Read(ref _seenAt) is not 0 and var at && Stopwatch.GetElapsedTime(at) >= After;

    /// <summary>Watches a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="condition">What to wait for.</param>
    /// <param name="finished">Whether nothing more is written.</param>
    public static DotNetWatch Start(string file, LiveCondition condition, Func<bool> finished) => new(file, condition, finished);

    /// <summary>Ends it.</summary>
    public void Stop() => _given = true;

    private void Read()
    {
        using (_file)
        {
            new NettraceWatch(stopped: length => See(length, ofRequest: false), served: length => See(length, ofRequest: true)).Read(_file);
        }
    }

    private void See(long nanoseconds, bool ofRequest)
    {
        if (ofRequest != _condition.OfRequest || nanoseconds <= _condition.LimitNanoseconds || _seenAt != 0) return;
        _nanoseconds = nanoseconds;
        Volatile.Write(ref _seenAt, Stopwatch.GetTimestamp());
        _given = true;
    }
}
