using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.Go;
using Unpause.Recordings.Readers.Jvm.Unified;
using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Following;

/// <summary>
/// Reads a file of a live recording while it is written, by the reader that also reads it at the end, and reports what comes.
/// </summary>
/// <param name="seen">Takes each pause, stop and request, once.</param>
public sealed class FollowedRecording(Action<SeenStop> seen)
{
    private readonly List<(RecordingBuilder Recording, int Pauses, int Stops)> _followed = [];

    /// <summary>Whether a file of that name can be followed: those that the recorder writes.</summary>
    public static bool CanFollow(string name) => ReaderOf(name) is not null || IsNettrace(name) || IsAgent(name);

    /// <summary>Reads until the recording has ended.</summary>
    /// <param name="file">The file, from its start.</param>
    /// <param name="name">Its name.</param>
    /// <param name="wait">Waits until there may be more; false when nothing more comes.</param>
    public void Read(FileStream file, string name, Func<bool> wait)
    {
        if (IsAgent(name))
        {
            new FollowedAgent(Follow, seen).Read(file, () =>
            {
                Look();
                return wait();
            });
            Look();
            return;
        }

        var stream = new GrowingStream(file, wait, Look);
        if (IsNettrace(name)) new NettraceWatch(seen).Read(stream);
        else ReaderOf(name)?.Read(stream, new ReadContext([name]) { Follow = Follow });
    }

    private void Follow(RecordingBuilder recording) => _followed.Add((recording, 0, 0));

    /// <summary>Reports what the reader has added since the last call.</summary>
    private void Look()
    {
        for (var i = 0; i < _followed.Count; i++)
        {
            var (recording, pauses, stops) = _followed[i];
            for (; pauses < recording.Pauses.Count; pauses++) seen(Of(recording, recording.Pauses[pauses]));
            // A process of which stops are not recorded is stopped by its pauses.
            for (; stops < (recording.Stops?.Count ?? 0); stops++) seen(Of(recording, recording.Stops![stops]));
            _followed[i] = (recording, pauses, stops);
        }
    }

    private static SeenStop Of(RecordingBuilder recording, in Pause pause)
    {
        var collection = recording.Collections[pause.Collection];
        return new(SeenKind.Pause, pause.DurationNanoseconds)
        {
            EndNanoseconds = pause.HasTime ? pause.EndNanoseconds : null,
            UnixNanoseconds = pause.HasTime ? WallTime(recording, pause.EndNanoseconds) : null,
            Collects = true,
            Generation = collection.Generation,
            Cause = collection.Cause,
            Induced = collection.Induced,
            HeapAfterBytes = collection.HeapAfterBytes,
        };
    }

    private static SeenStop Of(RecordingBuilder recording, in Stop stop)
    {
        long? end = stop.StartNanoseconds == Pause.NoTime ? null : stop.StartNanoseconds + stop.DurationNanoseconds;
        return new(SeenKind.Stop, stop.DurationNanoseconds)
        {
            EndNanoseconds = end,
            UnixNanoseconds = end is { } known ? WallTime(recording, known) : null,
            Collects = stop.ForCollection,
            Cause = stop.Operation,
        };
    }

    private static long? WallTime(RecordingBuilder recording, long nanoseconds) =>
        recording.Clock.StartedAt is { } zero ? UnixTime.Nanoseconds(zero) + nanoseconds : null;

    private static bool IsNettrace(string name) => name.EndsWith(".nettrace", StringComparison.Ordinal);

    private static bool IsAgent(string name) => name.EndsWith(".upgc", StringComparison.Ordinal);

    private static IRecordingReader? ReaderOf(string name) => Path.GetExtension(name) switch
    {
        ".log" => new UnifiedReader(BlockReading.Default.Alone with { ByRead = true }),
        GoFormats.GctraceExtension => new GctraceReader(),
        StopsFormat.Extension => new StopsReader(),
        _ => null,
    };

    /// <summary>Waits at the end of the file until there is more.</summary>
    private sealed class GrowingStream(FileStream file, Func<bool> wait, Action atEnd) : ForwardStream
    {
        private bool _ended;

        public override int Read(Span<byte> buffer)
        {
            while (true)
            {
                var read = file.Read(buffer);
                if (read > 0 || buffer.IsEmpty || _ended) return read;
                atEnd();
                // What was written just before the end is read once more.
                _ended = !wait();
            }
        }
    }
}
