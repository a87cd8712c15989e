using System.Diagnostics;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Live;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// Reads a session's file while it is written, until what the user waits for was seen. Root has it read by a second process, which has no
/// rights (<see cref="WatchingProcess"/>): the file's bytes are the recorded process's.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class DotNetWatch
{
    /// <summary>How much more is recorded then: a request that waited behind the pause ends later than it.</summary>
    private static readonly TimeSpan After = TimeSpan.FromSeconds(3);

    /// <summary>A session starts before its watch: the runtime has 30 s to answer.</summary>
    private static readonly TimeSpan MostBefore = TimeSpan.FromSeconds(60);

    private readonly Lock _sending = new();
    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly LiveCondition _condition;
    private readonly Task _written;
    private readonly LesserChild? _child;
    private bool _childIsGone;
    private volatile bool _stopped;
    private volatile bool _endedEarly;
    private long _seenAt;
    private long _nanoseconds;

    private DotNetWatch(SafeFileHandle file, LiveCondition condition, Task written)
    {
        (_condition, _written) = (condition, written);
        if (!ReadingProcess.IsOfUse)
        {
            Begin(() => GrowingSession.Watch(file, condition, () => _stopped || written.IsCompleted, See));
            return;
        }

        using (file) _child = StartChild(file);
        if (_child is null)
        {
            _endedEarly = true;
            return;
        }

        Begin(AwaitAnswer);
        _ = written.ContinueWith(_ => SendFinished(), TaskScheduler.Default);
    }

    /// <summary>What was seen; null as long as nothing was.</summary>
    public string? Seen =>
        Volatile.Read(ref _seenAt) == 0 ? null : $"a {(_condition.OfRequest ? "request" : "pause")} of {Quantities.Duration(_nanoseconds)}";

    /// <summary>Whether it was seen and the time after it is over.</summary>
    public bool IsOver => Volatile.Read(ref _seenAt) is not 0 and var at && Stopwatch.GetElapsedTime(at) >= After;

    /// <summary>What went wrong with it; null for nothing.</summary>
    public string? Problem => !_endedEarly
        ? null
        : $"the recording did not end when {_condition}: unpause's child process, which watches the events, ended early "
            + "or sent an invalid answer. The recorded data are not affected";

    /// <summary>Watches a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="condition">What to wait for.</param>
    /// <param name="written">Ends when nothing more is written.</param>
    public static DotNetWatch Start(string file, LiveCondition condition, Task written) => new(
        File.OpenHandle(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete), condition, written);

    /// <summary>Ends it.</summary>
    public void Stop()
    {
        _stopped = true;
        _child?.Kill();
    }

    private static void Begin(Action read) =>
        _ = Task.Factory.StartNew(read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private LesserChild? StartChild(SafeFileHandle file)
    {
        var child = LesserChild.Start([WatchingProcess.CommandName], []);
        try
        {
            child?.Channel.Send(WatchMessage.Bytes(_condition), file);
            return child;
        }
        catch (IOException)
        {
            child?.Dispose(); // it has ended already
            return null;
        }
    }

    /// <summary>Believes one message: a hostile file may have taken the child over.</summary>
    private void AwaitAnswer()
    {
        var seen = ReceiveAnswer();
        lock (_sending)
        {
            _childIsGone = true;
            _child!.Dispose();
        }

        if (seen is { } nanoseconds) See(nanoseconds);
        else if (!_stopped && !_written.IsCompleted) _endedEarly = true;
    }

    /// <summary>The nanoseconds that were seen; null when the child ended without, or they can't be.</summary>
    private long? ReceiveAnswer()
    {
        try
        {
            var answer = WatchMessage.Read(_child!.Channel.Receive(out var sent));
            sent?.Dispose();
            return answer is not null && answer.OfRequest == _condition.OfRequest
                && answer.LimitNanoseconds > _condition.LimitNanoseconds
                && answer.LimitNanoseconds <= (Stopwatch.GetElapsedTime(_started) + MostBefore).TotalNanoseconds
                ? answer.LimitNanoseconds
                : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private void SendFinished()
    {
        lock (_sending)
        {
            if (_childIsGone) return;
            try
            {
                _child!.Channel.Send(WatchMessage.Finished);
            }
            catch (IOException)
            {
                // It has ended, which its answer shows.
            }
        }
    }

    private void See(long nanoseconds)
    {
        _nanoseconds = nanoseconds;
        Volatile.Write(ref _seenAt, Stopwatch.GetTimestamp());
    }
}
