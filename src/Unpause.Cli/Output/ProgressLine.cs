using System.Diagnostics;

namespace Unpause.Cli;

/// <summary>
/// A line on standard error that tells how far a long work is: only where that is a terminal, only of what takes longer than a second, and
/// gone when the work is done, so that nothing of it is left among what is reported.
/// </summary>
internal sealed class ProgressLine : IDisposable
{
    // ECMA-48: to the line's beginning, and erase to its end.
    private const string Erase = "\r\u001b[K";

    private const int UsualWidth = 80;

    private static readonly TimeSpan First = TimeSpan.FromSeconds(1), Period = TimeSpan.FromMilliseconds(250);

    private readonly Lock _lock = new();
    private readonly Func<string?> _text;
    private readonly Timer _timer;
    private bool _shown;
    private bool _done;

    private ProgressLine(Func<string?> text)
    {
        _text = text;
        _timer = new Timer(_ => Show(), null, First, Period);
    }

    /// <summary>Begins to tell.</summary>
    /// <param name="text">How far it is, asked from another thread; null to tell nothing now.</param>
    /// <returns>To be disposed when the work is done; null where nobody would see it.</returns>
    public static ProgressLine? Begin(Func<string?> text) =>
        Console.IsErrorRedirected || Environment.GetEnvironmentVariable("TERM") is null or "" or "dumb" ? null : new ProgressLine(text);

    /// <summary>Begins to tell the seconds of a recording that has just begun.</summary>
    /// <param name="whole">How long it will be; null where somebody ends it.</param>
    /// <returns>As <see cref="Begin"/>.</returns>
    public static ProgressLine? OfRecording(TimeSpan? whole)
    {
        var start = Stopwatch.GetTimestamp();
        var of = whole is { } duration ? $" of {duration.TotalSeconds:0.##} s" : "";
        return Begin(() => $"recorded {Stopwatch.GetElapsedTime(start).TotalSeconds:0} s{of}");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_lock)
        {
            _done = true;
            if (_shown) Console.Error.Write(Erase);
        }

        _timer.Dispose();
    }

    private void Show()
    {
        lock (_lock)
        {
            if (_done || _text() is not { } text) return;
            // A line that wraps could not be erased.
            var width = (WindowSize.WidthOf(StandardStreams.Error) ?? UsualWidth) - 1;
            Console.Error.Write(Erase + (text.Length <= width ? text : text[..width]));
            _shown = true;
        }
    }
}
