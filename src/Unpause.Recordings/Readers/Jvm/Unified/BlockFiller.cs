using System.Runtime.ExceptionServices;

namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Reads a log into blocks, finds their lines and takes those apart that have the decorators of most lines. Nothing here depends on
/// what is done with the lines, so it may be at work on a thread of its own.
/// </summary>
/// <param name="stream">The bytes.</param>
/// <param name="reading">Lines of its longest length are cut to half of it, and counted; the rest of such a line is skipped.</param>
internal sealed class BlockFiller(Stream stream, BlockReading reading)
{
    /// <summary>Lines of a block from which its layout may be learnt.</summary>
    private const int LearntLines = 64;

    private readonly int _longestLine = reading.LongestLine;
    private readonly MessageParser _messages = new(new TextNumbers());
    private readonly ushort[] _lineEnds = new ushort[LineEnds.StretchBytes];
    private LineBlock? _before;
    private DecoratorReader? _decorators;
    private int _missed;
    private int _parsed;
    private bool _skipping;
    private bool _ended;
    private Exception? _failure;
    private ExceptionDispatchInfo? _thrown;

    /// <summary>Fills a block with the next lines. It may be the one before, whose lines are then lost.</summary>
    public void Fill(LineBlock block)
    {
        var searched = TakeTail(block, out var end);
        block.LineCount = block.HeadCount = block.CutLines = 0;
        block.IsTorn = block.IsLast = false;
        (block.Failure, block.Thrown) = (null, null);
        // Where lines are that short, there is enough to do before more is read.
        var kept = end;
        if (!block.IsFull || end <= block.Bytes.Length / 2) Read(block, ref end);
        block.ReadBytes = end - kept;
        block.IsFull = false;
        Choose(block, end);
        var start = Split(block, searched, end);
        (block.TailStart, block.TailEnd) = (start, end);
        if (!block.IsFull) EndBlock(block);
        _before = block;
    }

    /// <summary>Moves what the block before has left to the new one's beginning, and gives up to where it has no line ends.</summary>
    private int TakeTail(LineBlock block, out int end)
    {
        end = 0;
        if (_before is not { } before)
        {
            block.IsFull = false;
            return 0;
        }

        var tail = before.Bytes.AsSpan(before.TailStart..before.TailEnd);
        tail.CopyTo(block.Bytes);
        end = tail.Length;
        block.IsFull = before.IsFull;
        return before.IsFull ? 0 : end;
    }

    private void Read(LineBlock block, ref int end)
    {
        while (!_ended && end < block.Bytes.Length)
        {
            try
            {
                var read = stream.Read(block.Bytes.AsSpan(end));
                if (read == 0) _ended = true;
                end += read;
                if (reading.ByRead) return;
            }
            catch (Exception exception) when (exception is IOException or InvalidDataException)
            {
                _failure = exception;
                _ended = true;
            }
            catch (Exception exception)
            {
                // Whatever it is, the reader's thread is the one to meet it.
                _thrown = ExceptionDispatchInfo.Capture(exception);
                _ended = true;
            }
        }
    }

    /// <summary>Keeps the layout as long as most lines have it.</summary>
    private void Choose(LineBlock block, int end)
    {
        if (reading.TakesApart && (_decorators is null || _missed > _parsed))
        {
            ReadOnlySpan<byte> text = block.Bytes.AsSpan(0, end);
            for (var lines = 0; lines < LearntLines && !text.IsEmpty; lines++)
            {
                var length = text.IndexOf((byte)'\n');
                if (length < 0) break;
                if (text[0] == '[' && DecoratorLayout.Learn(text[..length]) is { HasTime: true } learnt)
                {
                    if (_decorators is null || !learnt.IsSame(_decorators.Layout)) _decorators = new DecoratorReader(learnt);
                    break;
                }

                text = text[(length + 1)..];
            }
        }

        _missed = _parsed = 0;
        block.Layout = _decorators?.Layout;
    }

    /// <summary>Adds the lines whose ends are in the block, and gives where the last of them ends.</summary>
    private int Split(LineBlock block, int searched, int end)
    {
        var start = 0;
        while (searched < end)
        {
            var to = Math.Min(end, searched + LineEnds.StretchBytes);
            var count = LineEnds.Find(block.Bytes.AsSpan(searched, to - searched), _lineEnds);
            foreach (var at in _lineEnds.AsSpan(0, count))
            {
                var lineEnd = searched + at;
                if (_skipping) _skipping = false;
                else if (block.LineCount == block.MostLines)
                {
                    block.IsFull = true;
                    return start;
                }
                else if (lineEnd - start < _longestLine) Parse(block, ref block.Begin(start, lineEnd));
                else Parse(block, ref block.BeginCut(start, _longestLine / 2));
                start = lineEnd + 1;
            }

            searched = to;
        }

        return start;
    }

    /// <summary>Looks at what is behind the last line end: a line that is too long, or the last one.</summary>
    private void EndBlock(LineBlock block)
    {
        if (_skipping) block.TailStart = block.TailEnd;
        else if (block.TailEnd - block.TailStart >= _longestLine)
        {
            Parse(block, ref block.BeginCut(block.TailStart, _longestLine / 2));
            block.TailStart = block.TailEnd;
            _skipping = true;
        }

        if (!_ended) return;
        (block.IsLast, block.Failure, block.Thrown) = (true, _failure, _thrown);
        if (_thrown is null) block.EndTorn();
    }

    private void Parse(LineBlock block, ref ParsedLine parsed)
    {
        parsed.IsParsed = false;
        if (parsed.Length == 0 || _decorators is not { } decorators) return;
        ReadOnlySpan<byte> line = block.TextOf(parsed);
        var start = decorators.Read(line);
        if (start < 0)
        {
            _missed++;
            return;
        }

        if (!decorators.Repeated || block.HeadCount == 0)
            block.Heads[block.HeadCount++] = new LineHead(decorators.Stamp, decorators.ProcessId);
        _parsed++;
        parsed.IsParsed = true;
        parsed.MessageStart = (ushort)start;
        parsed.Head = (ushort)(block.HeadCount - 1);
        parsed.Repeated = decorators.Repeated;
        parsed.Important = decorators.Important;
        _messages.Parse(line[start..], ref parsed.Message);
    }
}
