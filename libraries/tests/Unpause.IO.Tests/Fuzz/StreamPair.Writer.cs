namespace Unpause.IO.Tests.Fuzz;

/// <content>The buffer writer: what it has handed out, and what came between.</content>
internal sealed partial class StreamPair
{
    private void Utf8()
    {
        // A text that the pool refuses half-way is half written: it goes piece by piece.
        if (mayRefuse) return;
        var text = new string([.. Enumerable.Range(0, 1 + random.Next(size)).Select(_ => "aжя日\ud83c\udf89\ud800"[random.Next(7)])]);
        _model.Write(System.Text.Encoding.UTF8.GetBytes(text));
        _real.Writer.WriteUtf8(text);
        _lent = null;
    }

    private void WriteThroughWriter()
    {
        var bytes = Bytes(1);
        Change(() => _model.Write(bytes), () => _real.Writer.Write(bytes));
    }

    private void Ask()
    {
        var hint = random.Next(8) switch { 0 => 0, 1 => random.Next(200_000), _ => random.Next(size) };
        _lent = null;
        try
        {
            var memory = _real.Writer.GetMemory(hint);
            Assert.True(memory.Length >= Math.Max(1, hint));
            _lent = (_model.Position, _model.Length, memory);
        }
        catch (OutOfMemoryException) when (mayRefuse)
        {
        }
    }

    /// <summary>Asks where a segment ends, and reads up to that place from before it.</summary>
    private void AskAtABorder()
    {
        Place((int)_model.Length);
        var rest = new byte[_real.Capacity - _real.Length];
        if (rest.Length > 0) Change(() => _model.Write(rest), () => _real.Write(rest));
        Ask();
        var back = (int)Math.Min(_model.Position, 5);
        Place((int)_model.Position - back);
        byte[] expected = new byte[back], actual = new byte[back];
        Assert.Equal(_model.Read(expected, 0, back), _real.Read(actual, 0, back));
        Assert.Equal(expected, actual);
    }

    /// <summary>Asks in one place and, without an Advance, at the end: what was handed out first is over.</summary>
    private void AskTwice()
    {
        Ask();
        _lent = null;
        Place((int)_model.Length);
        var bytes = Bytes(1);
        try
        {
            bytes.CopyTo(_real.Writer.GetSpan(bytes.Length));
            _real.Writer.Advance(bytes.Length);
        }
        catch (OutOfMemoryException) when (mayRefuse)
        {
            _real.Writer.Advance(0);
            return;
        }

        _model.Write(bytes);
        if (random.Next(2) == 0) SetLength((int)_model.Length - bytes.Length);
        if (random.Next(4) == 0) Assert.Throws<InvalidOperationException>(() => _real.Writer.Advance(1));
    }

    /// <summary>Whatever was done since: Advance takes what was handed out and is still in its place, and nothing else.</summary>
    private void Advance()
    {
        if (random.Next(3) > 0) Ask();
        var isValid = _lent is { } lent && lent.Position == _model.Position && lent.Length == _model.Length;
        var most = _lent?.Memory.Length ?? 0;
        if (Rarely)
        {
            Assert.Throws<InvalidOperationException>(() => _real.Writer.Advance(most + 1 + random.Next(5000)));
            Assert.Throws<ArgumentOutOfRangeException>(() => _real.Writer.Advance(-1 - random.Next(5)));
        }

        if (!isValid)
        {
            if (Rarely) Assert.Throws<InvalidOperationException>(() => _real.Writer.Advance(1 + random.Next(Math.Max(1, most))));
            return;
        }

        var bytes = new byte[1 + random.Next(random.Next(2) == 0 ? most : Math.Min(most, 50))];
        random.NextBytes(bytes);
        try
        {
            bytes.CopyTo(_lent!.Value.Memory);
            _real.Writer.Advance(bytes.Length);
        }
        catch (OutOfMemoryException) when (mayRefuse)
        {
            return;
        }

        _lent = null;
        _model.Write(bytes);
        if (Rarely) Assert.Throws<InvalidOperationException>(() => _real.Writer.Advance(1));
    }
}
