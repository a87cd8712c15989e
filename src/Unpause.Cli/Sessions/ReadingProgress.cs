using System.Diagnostics;
using Unpause.Recordings.Loading;
using Unpause.Requests;

namespace Unpause.Cli.Sessions;

/// <summary>Shows the progress of reading inputs on standard error.</summary>
internal sealed class ReadingProgress : IDisposable
{
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly ProgressLine? _line;
    private volatile Opened? _last;

    private ReadingProgress() => _line = ProgressLine.Begin(Text);

    /// <summary>Reads recordings with progress.</summary>
    public static LoadedRecordings Load(IReadOnlyList<ExpandedInput> inputs)
    {
        using var progress = new ReadingProgress();
        return RuntimeTable.Default.Load(progress.Watched(inputs));
    }

    /// <summary>Reads requests with progress.</summary>
    public static LoadedRequests Load(IReadOnlyList<ExpandedInput> inputs, RequestOptions options)
    {
        using var progress = new ReadingProgress();
        return new RequestLoader(options).Load(progress.Watched(inputs));
    }

    /// <inheritdoc/>
    public void Dispose() => _line?.Dispose();

    private IReadOnlyList<RecordingInput> Watched(IReadOnlyList<ExpandedInput> inputs) =>
        [.. inputs.Select((input, i) => _line is null ? input.Input : Watched(input.Input, i + 1, inputs.Count))];

    private RecordingInput Watched(RecordingInput input, int number, int of) => input with
    {
        Open = () =>
        {
            var stream = input.Open();
            _last = new Opened(input.Name, stream, stream.CanSeek ? stream.Length : null, number, of);
            return stream;
        },
    };

    private string? Text()
    {
        if (_last is not { } opened) return null;
        var name = PlainText.Clean(opened.Name);
        var which = opened.Of > 1 ? $" ({opened.Number} of {opened.Of})" : "";
        return opened.Position is { } position && opened.Length is > 0 and var length
            ? $"reading {name}{which}: {Quantities.Bytes(position)} of {Quantities.Bytes(length)}, {100 * position / length} %"
            : $"reading {name}{which}: {Stopwatch.GetElapsedTime(_start).TotalSeconds:0} s";
    }

    /// <param name="Name">The name of the input.</param>
    /// <param name="Stream">Read by another thread; only its position is used.</param>
    /// <param name="Length">Bytes; null when unknown.</param>
    /// <param name="Number">The number of the input, from 1.</param>
    /// <param name="Of">How many inputs there are.</param>
    private sealed record Opened(string Name, Stream Stream, long? Length, int Number, int Of)
    {
        /// <summary>Bytes read; null when they are not counted; the length once the stream is closed.</summary>
        public long? Position
        {
            get
            {
                try
                {
                    return Length is { } length ? Math.Clamp(Stream.Position, 0, length) : null;
                }
                catch (Exception exception) when (exception is ObjectDisposedException or IOException or NotSupportedException)
                {
                    return Length;
                }
            }
        }
    }
}
