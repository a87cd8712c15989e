namespace Unpause.Recorder.Rings;

/// <summary>
/// One recording of a ring, in a folder of its own, on a thread of its own: what <c>unpause record --keep</c> records, written as it
/// arrives.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class RingPart
{
    // Files are made when it begins; later only their length changes.
    private static readonly TimeSpan Young = TimeSpan.FromSeconds(5), BetweenMeasures = TimeSpan.FromSeconds(10);

    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;
    private readonly string _folder;
    private DateTimeOffset _measured;
    private long _endedTicks;
    private volatile bool _dropped;

    /// <summary>Starts to record.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    /// <param name="folder">A folder that does not exist yet.</param>
    public RingPart(int processId, string folder, string name, RingPlan plan, SharedLooks looks)
    {
        (_folder, Name, Since) = (folder, name, DateTimeOffset.UtcNow);
        var options = new LiveOptions(processId, Folder: folder)
        {
            Before = TimeSpan.Zero,
            Requests = plan.Requests,
            MostBytes = plan.MostProcessBytes / 2,
            Looks = looks,
            Growing = true,
            Dropped = () => _dropped,
            Started = what => Source = what,
        };
        _thread = new Thread(() => Record(options)) { IsBackground = true, Name = "record a part" };
        _thread.Start();
    }

    /// <summary>Its folder, in the folder of the process.</summary>
    public string Name { get; }

    /// <summary>When it began.</summary>
    public DateTimeOffset Since { get; }

    /// <summary>When it ended; null while it records.</summary>
    public DateTimeOffset? EndedAt =>
        Volatile.Read(ref _endedTicks) is not 0 and var ticks ? new DateTimeOffset(ticks, TimeSpan.Zero) : null;

    /// <summary>What is recorded, in words; null until it has begun.</summary>
    public string? Source { get; private set; }

    /// <summary>Why the process cannot be recorded; null where it can.</summary>
    public Obstacle? Obstacle { get; private set; }

    /// <summary>Whether nobody wants it.</summary>
    public bool IsDropped => _dropped;

    /// <summary>Bytes in its folder.</summary>
    public long Bytes { get; private set; }

    /// <summary>Ends it at once: nobody wants it.</summary>
    public void Drop()
    {
        _dropped = true;
        _stop.Cancel();
    }

    /// <summary>Ends it with all that its runtime writes at the end.</summary>
    public void Finish()
    {
        IsFinished = true;
        _stop.Cancel();
    }

    /// <summary>Whether somebody asked for its end.</summary>
    public bool IsFinished { get; private set; }

    /// <summary>Measures its files from time to time, and lets the judge read them: only it may enter the ring.</summary>
    public void Measure(DateTimeOffset now)
    {
        if (now - Since > Young && now - _measured < BetweenMeasures) return;
        _measured = now;
        try
        {
            RingFolder.Show(_folder);
            var bytes = 0L;
            foreach (var file in new DirectoryInfo(_folder).EnumerateFiles())
            {
                bytes += file.Length;
                if (file.UnixFileMode != RingFolder.Readable) file.UnixFileMode = RingFolder.Readable;
            }

            Bytes = bytes;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has just been made, or removed.
        }
    }

    /// <summary>Removes the folder of a part that has ended.</summary>
    public void Remove() => RingFolder.Remove(_folder);

    /// <summary>Waits for its end.</summary>
    public bool Join(TimeSpan most) => _thread.Join(most);

    private void Record(LiveOptions options)
    {
        try
        {
            LiveRecorder.Record(options, _stop.Token).Dispose();
        }
        catch (ObstacleException e)
        {
            Obstacle = e.Obstacle;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Obstacle = new Obstacle($"the recording could not be written: {SystemFault.Reason(e)}", null);
        }
        finally
        {
            Volatile.Write(ref _endedTicks, DateTimeOffset.UtcNow.Ticks);
        }
    }
}
