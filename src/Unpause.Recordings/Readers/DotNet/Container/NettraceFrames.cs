namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>
/// Passes a .nettrace stream on block by block, so that the decoder behind it only ever sees whole blocks of sane
/// size and a proper end: a file that was truncated or damaged ends after its last whole block, and
/// <see cref="Fault"/> describes where and why.
/// </summary>
internal sealed class NettraceFrames(Stream inner) : ForwardStream
{
    private readonly FrameBuffer _frame = new();
    private readonly NettraceFraming _framing = new();
    private long _passed;
    private int _served;
    private bool _ended;

    /// <summary>What is wrong with the file, as a phrase with its place; null when nothing is.</summary>
    public string? Fault { get; private set; }

    /// <summary>What the current block is.</summary>
    public NettraceBlock Block => _framing.Block;

    /// <summary>The current block's content. Valid until the next one.</summary>
    public ReadOnlySpan<byte> Content => _frame.Bytes[_framing.Content];

    /// <summary>Reads the file's header, if it has not been read, and returns whether it is of version 6.</summary>
    public bool IsVersion6()
    {
        if (_passed == 0 && _frame.Length == 0) Advance();
        return _framing.Version >= 6;
    }

    /// <summary>Goes to the next block; false at the end, proper or not.</summary>
    public bool MoveNext() => Advance() && !_ended;

    public override int Read(Span<byte> buffer)
    {
        if (buffer.IsEmpty) return 0;
        if (_served == _frame.Length && !Advance()) return 0;
        var count = Math.Min(buffer.Length, _frame.Length - _served);
        _frame.Bytes.Slice(_served, count).CopyTo(buffer);
        _served += count;
        return count;
    }

    private bool Advance()
    {
        _passed += _frame.Length;
        _served = 0;
        _frame.Clear();
        if (_ended) return false;
        try
        {
            Fault = _framing.Next(inner, _frame, _passed);
        }
        catch (InvalidDataException exception)
        {
            Fault = $"damaged gzip data: {exception.Message}";
        }

        if (Fault is not null) _framing.WriteEnd(_frame);
        _ended = Fault is not null || _framing.AtEnd;
        return _frame.Length > 0;
    }
}
