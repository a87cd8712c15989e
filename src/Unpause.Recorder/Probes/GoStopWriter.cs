using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Probes;

/// <summary>The stops of one Go process, combined from hits and written to its own file (<see cref="StopsFormat"/>).</summary>
/// <param name="folder">Folder of the file, which is created at the first stop.</param>
/// <param name="began">When it executed the program, CLOCK_MONOTONIC.</param>
/// <param name="program">Facts about it.</param>
internal sealed class GoStopWriter(string folder, int process, long began, string name, ProbedProgram program) : IDisposable
{
    // stwReason of runtime/proc.go, Go 1.21 and later.
    private const ulong MarkReason = 1, SweepReason = 2, MostReasons = 256;
    private const int WallReadings = 5;
    private readonly ArrayBufferWriter<byte> _text = new(4096);
    private FileStream? _file;
    private long _stoppedAt;
    private long _startingAt;
    private long _ended;
    private ulong _reason = ulong.MaxValue;
    private GoStopPlace _part;

    /// <summary>An existing file; null: one in the folder, created at the first stop.</summary>
    public string? ReadyFile { get; init; }

    /// <summary>Whether the program was running when it was probed: the file then starts at that time and not with the program.</summary>
    public bool Running { get; init; }

    /// <summary>Whether its assists are recorded too, from the time when it was probed.</summary>
    public bool Assists { get; init; }

    /// <summary>Why the file could not be written, or null.</summary>
    public string? Problem { get; private set; }

    /// <summary>Number of stops so far.</summary>
    public long Count { get; private set; }

    /// <summary>Nanoseconds from the program's start until its probes were in place; 0 if it was probed before.</summary>
    public long Unseen => Math.Max(0, program.ProbedAt - began);

    /// <summary>Nanoseconds of the process's life until now that were not observed.</summary>
    public long UnseenUntil(long now) => Math.Min(Unseen, (_ended > 0 ? _ended : now) - began);

    /// <summary>The process hit a probe.</summary>
    public void Hit(long time, GoStopPlace place, ulong reason)
    {
        if (place == GoStopPlace.Stop)
        {
            // An earlier stop without an end is discarded: the record of its end was lost.
            (_stoppedAt, _startingAt, _part, _reason) = (time, 0, GoStopPlace.Stop, reason);
            return;
        }

        if (_stoppedAt == 0) return;
        switch (place)
        {
            case GoStopPlace.Starting:
                _startingAt = time;
                break;
            case GoStopPlace.Start:
                Add(_stoppedAt, time);
                _stoppedAt = 0;
                break;
            default:
                _part = place;
                break;
        }
    }

    /// <summary>A thread of the process ended: the last one is the end of the process.</summary>
    public void ThreadEnded(long time) => _ended = time;

    /// <summary>Records were lost.</summary>
    public void Lost(ulong count) => Write(StopsFormat.Lost, (long)Math.Min(count, long.MaxValue));

    /// <summary>A mark assist.</summary>
    public void Assist(long start, long end) => Write(StopsFormat.Assist, start, end);

    /// <summary>The sum of many brief assists.</summary>
    public void BriefAssists(long count, long sum, long longest) => Write(StopsFormat.BriefAssists, count, sum, longest);

    /// <summary>Assists are no longer recorded: their probes were hit more often per second on one CPU than this limit.</summary>
    public void AssistsEnded(long time, long most) => Write(StopsFormat.AssistsEnd, time, most);

    /// <summary>The kernel's counts of pages that it migrates between NUMA nodes.</summary>
    public void Numa(long time, long faults, long migrated) => Write(StopsFormat.Numa, time, faults, migrated);

    /// <summary>Writes what was combined since the last call.</summary>
    public void Flush()
    {
        if ((Count == 0 && ReadyFile is null) || (_text.WrittenCount == 0 && _file is not null) || Problem is not null) return;
        try
        {
            _file ??= Create();
            _file.Write(_text.WrittenSpan);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Problem = $"Go's pauses could not be written to {folder}: {SystemFault.Reason(e)}";
        }

        _text.ResetWrittenCount();
    }

    /// <summary>Ends the file: the process has ended, or is no longer observed.</summary>
    public void End(long now)
    {
        Write(StopsFormat.End, _ended > 0 ? _ended : now);
        Flush();
    }

    public void Dispose() => _file?.Dispose();

    private void Add(long start, long end)
    {
        Count++;
        Put(StopsFormat.Stop);
        Put(start);
        Put(" "u8);
        Put(end);
        Put(" "u8);
        PutReason();
        if (_startingAt > 0)
        {
            Put(" "u8);
            Put(_startingAt);
        }

        Put("\n"u8);
    }

    private void PutReason()
    {
        if (!program.HasReasons)
        {
            Put(_part switch { GoStopPlace.Sweep => StopsFormat.Sweep, GoStopPlace.Mark => StopsFormat.Mark, _ => StopsFormat.Other });
            return;
        }

        // Only the lowest byte of the register is the reason (stwReason is a uint8).
        var reason = _reason % MostReasons;
        if (reason == MarkReason) Put(StopsFormat.Mark);
        else if (reason == SweepReason) Put(StopsFormat.Sweep);
        else PutReason((long)reason);
    }

    private void PutReason(long reason)
    {
        Put([StopsFormat.Reason]);
        Put(reason);
    }

    private void Write(ReadOnlySpan<byte> word, params ReadOnlySpan<long> numbers)
    {
        Put(word);
        for (var i = 0; i < numbers.Length; i++)
        {
            if (i > 0) Put(" "u8);
            Put(numbers[i]);
        }

        Put("\n"u8);
    }

    private FileStream Create()
    {
        var path = ReadyFile ?? Path.Combine(folder, $"go-{process}{StopsFormat.Extension}");
        for (var number = 2; ReadyFile is null && File.Exists(path); number++)
            path = Path.Combine(folder, $"go-{process}-{number}{StopsFormat.Extension}");
        var mode = ReadyFile is null ? FileMode.CreateNew : FileMode.Open;
        var file = new FileStream(path, mode, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        file.Write(Header());
        return file;
    }

    private byte[] Header()
    {
        var (unix, at, uncertainty) = WallClock();
        var plainName = string.Concat(name.Select(letter => char.IsControl(letter) ? '?' : letter));
        return
        [
            .. StopsFormat.Magic,
            .. StopsFormat.Process,
            .. Encoding.UTF8.GetBytes(string.Create(
                CultureInfo.InvariantCulture, $"{process} {began} {began + Unseen} {program.Version ?? "-"} {plainName}\n")),
            .. StopsFormat.Wall,
            .. Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{unix} {at} {uncertainty}\n")),
            .. Running ? StopsFormat.Running : [],
            .. Assists ? StopsFormat.Assists : [],
        ];
    }

    /// <summary>The wall clock between two readings of the monotonic one, the best of several attempts.</summary>
    private static (long Unix, long At, long Uncertainty) WallClock()
    {
        var best = (Unix: 0L, At: 0L, Uncertainty: long.MaxValue);
        for (var i = 0; i < WallReadings; i++)
        {
            var before = Stopwatch.GetTimestamp();
            var unix = (DateTime.UtcNow - DateTime.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick;
            var half = (Stopwatch.GetTimestamp() - before) / 2;
            if (half < best.Uncertainty) best = (unix, before + half, half);
        }

        return best;
    }

    private void Put(ReadOnlySpan<byte> text) => _text.Write(text);

    private void Put(long number)
    {
        const int Longest = 20;
        number.TryFormat(_text.GetSpan(Longest), out var length, default, CultureInfo.InvariantCulture);
        _text.Advance(length);
    }
}

/// <summary>Meaning of a probe hit in a Go program.</summary>
internal enum GoStopPlace
{
    /// <summary>Starts to stop all goroutines.</summary>
    Stop,

    /// <summary>Starts to resume them.</summary>
    Starting,

    /// <summary>All are resumed; the first ones already run.</summary>
    Start,

    /// <summary>The stop is the one at the start of a collection.</summary>
    Sweep,

    /// <summary>The stop is the one at the end of a collection.</summary>
    Mark,

    /// <summary>An allocating goroutine starts a mark assist.</summary>
    Assist,

    /// <summary>The mark assist has ended, or was not necessary.</summary>
    Assisted,
}
