using System.Diagnostics;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// Reads a session's file while it is written, until the user's condition is met. For root, a second process without rights reads it
/// (<see cref="WatchingProcess"/>), because the file's bytes come from the recorded process.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class DotNetWatch
{
    /// <summary>How long recording continues then: a request that waited for the pause ends later than the pause.</summary>
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

    /// <summary>What met the condition; null as long as nothing did.</summary>
    public string? Seen =>
        Volatile.Read(ref _seenAt) == 0 ? null : $"a {(_condition.OfRequest ? "request" : "pause")} of {Quantities.Duration(_nanoseconds)}";

    /// <summary>Whether the condition was met and the time after it has elapsed.</summary>
    public bool IsOver => Volatile.Read(ref _seenAt) is not 0 and var at && Stopwatch.GetElapsedTime(at) >= After;

    /// <summary>One sentence about a failure; null for none.</summary>
    public string? Problem => !_endedEarly
        ? null
        : $"the recording did not end when {_condition}: unpause's child process, which watches the events, ended early "
            + "or sent an invalid answer. The recorded data are not affected";

    /// <summary>Watches a file.</summary>
    /// <param name="written">Completes when nothing more is written.</param>
    public static DotNetWatch Start(string file, LiveCondition condition, Task written) => new(
        File.OpenHandle(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete), condition, written);

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

    /// <summary>Accepts a single message: a malicious file may have taken control of the child process.</summary>
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

    /// <summary>The reported nanoseconds; null when the child ended without a report, or they are not plausible.</summary>
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

/// <summary>Messages between the process that records and the one that watches its file.</summary>
internal static class WatchMessage
{
    private const byte Pause = 1, Request = 2;
    private const int Length = 1 + sizeof(long);

    /// <summary>Nothing more is written to the file.</summary>
    public static ReadOnlySpan<byte> Finished => [3];

    /// <summary>A kind with nanoseconds: the limit, sent with the file, or the duration that exceeded it.</summary>
    public static byte[] Bytes(LiveCondition condition) =>
        [condition.OfRequest ? Request : Pause, .. BitConverter.GetBytes(condition.LimitNanoseconds)];

    /// <summary>Parses a kind with nanoseconds; null for other messages.</summary>
    public static LiveCondition? Read(ReadOnlySpan<byte> message) =>
        message.Length == Length && message[0] is (Pause or Request) && BitConverter.ToInt64(message[1..]) is > 0 and var nanoseconds
            ? new LiveCondition(message[0] == Request, nanoseconds)
            : null;
}

/// <summary>
/// In a process without root's rights: reads a session's file while another process of unpause writes it, and reports the first pause or
/// request longer than a limit (<see cref="DotNetWatch"/> is the other end).
/// </summary>
public static class WatchingProcess
{
    /// <summary>The hidden command that runs this.</summary>
    public const string CommandName = "watch-session";

    private static volatile bool _isComplete;

    /// <summary>Watches until the file is complete. Ends this process when the other one has ended.</summary>
    /// <param name="channel">Its first message is the condition, with the file.</param>
    [SupportedOSPlatform("linux")]
    public static void Run(DescriptorChannel channel)
    {
        var condition = WatchMessage.Read(channel.Receive(out var file));
        if (file is null || condition is null)
        {
            file?.Dispose();
            return;
        }

        new Thread(() => AwaitMessages(channel)) { IsBackground = true, Name = "messages" }.Start();
        GrowingSession.Watch(
            file, condition, () => _isComplete, seen => channel.Send(WatchMessage.Bytes(condition with { LimitNanoseconds = seen })));
    }

    [SupportedOSPlatform("linux")]
    private static void AwaitMessages(DescriptorChannel channel)
    {
        while (channel.Receive(out var sent) is { Length: > 0 })
        {
            sent?.Dispose();
            _isComplete = true;
        }

        Environment.Exit(0); // no process waits for an answer any more
    }
}
