using System.Buffers;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>A MemoryStream as the model and a PooledMemoryStream with its writer: each operation is done to both, and compared.</summary>
internal sealed partial class StreamPair(Random random, int size, ArrayPool<byte> pool, bool mayRefuse)
{
    private readonly MemoryStream _model = new();
    private readonly PooledMemoryStream _real = new(pool);

    // What the writer has handed out, by the model's lights: null when nothing.
    private (long Position, long Length, Memory<byte> Memory)? _lent;

    public PooledMemoryStream Real => _real;

    public void Step()
    {
        switch (random.Next(36))
        {
            case 0 or 1 or 2: Write(); break;
            case 3: WriteByte(); break;
            case 4: WriteAsync(); break;
            case 5 or 6: Read(); break;
            case 7: Outcome.Same(_model.ReadByte, _real.ReadByte); break;
            case 8: ReadAsync(); break;
            case 9 or 10: Place(random.Next(size * 2)); break;
            case 11: Place((int)_model.Length); break;
            case 12: Seek(); break;
            case 13: SetLength(random.Next(size * 2)); break;
            case 14: if (random.Next(6) == 0) SetLength(0); break;
            case 15: CopyTo(); break;
            case 16: CopyToAsync(); break;
            case 17: CopyToItself(); break;
            case 18: WriteTo(); break;
            case 19: WriteToItself(); break;
            case 20: ReadExactly(); break;
            case 21: Apm(); break;
            case 22: if (Rarely) WrongArguments(); break;
            case 23: if (Rarely) Cancelled(); break;
            case 24: if (Rarely) Flush(); break;
            case 25: Utf8(); break;
            case 26: WriteThroughWriter(); break;
            case 27: if (Rarely) RefusingDestination(); break;
            case 28: Contents(); break;
            case 29: ReadPast(); break;
            case 30 or 31: Ask(); break;
            case 32: AskAtABorder(); break;
            case 33: AskTwice(); break;
            default: Advance(); break;
        }

        Assert.Equal(_model.Length, _real.Length);
        Assert.Equal(_model.Position, _real.Position);
        Assert.True(_real.Capacity >= _real.Length);
    }

    public void End()
    {
        Contents();
        _real.Dispose();
        _real.Dispose();
        Assert.Throws<ObjectDisposedException>(() => _real.WriteByte(1));
        Assert.Throws<ObjectDisposedException>(() => _real.Writer);
    }

    // What throws takes the time of a thousand other operations.
    private bool Rarely => random.Next(25) == 0;

    private byte[] Bytes(int least = 0)
    {
        var bytes = new byte[least + random.Next(random.Next(3) == 0 ? 20 : size)];
        random.NextBytes(bytes);
        return bytes;
    }

    /// <summary>What may need memory: where the pool has none it throws, and nothing must have changed.</summary>
    private void Change(Action model, Action real)
    {
        try
        {
            real();
        }
        catch (OutOfMemoryException) when (mayRefuse)
        {
            return;
        }

        model();
    }

    private void Write()
    {
        var bytes = Bytes(1);
        var offset = random.Next(bytes.Length);
        var count = 1 + random.Next(bytes.Length - offset);
        if (random.Next(2) == 0) Change(() => _model.Write(bytes, offset, count), () => _real.Write(bytes, offset, count));
        else Change(() => _model.Write(bytes.AsSpan(offset, count)), () => _real.Write(bytes.AsSpan(offset, count)));
    }

    private void WriteByte()
    {
        for (var i = random.Next(40); i >= 0; i--)
        {
            var value = (byte)random.Next(256);
            Change(() => _model.WriteByte(value), () => _real.WriteByte(value));
        }
    }

    private void WriteAsync()
    {
        var bytes = Bytes(1);
        Change(
            () => _model.WriteAsync(bytes, 0, bytes.Length).GetAwaiter().GetResult(),
            () => (random.Next(2) == 0 ? _real.WriteAsync(bytes, 0, bytes.Length) : _real.WriteAsync(bytes.AsMemory()).AsTask())
                .GetAwaiter().GetResult());
    }

    private void Read()
    {
        byte[] expected = new byte[random.Next(size)], actual = new byte[expected.Length];
        var offset = random.Next(expected.Length + 1);
        Assert.Equal(
            _model.Read(expected, offset, expected.Length - offset),
            random.Next(2) == 0 ? _real.Read(actual, offset, actual.Length - offset) : _real.Read(actual.AsSpan(offset)));
        Assert.True(expected.AsSpan().SequenceEqual(actual));
    }

    private void ReadAsync()
    {
        byte[] expected = new byte[random.Next(size)], actual = new byte[expected.Length];
        Assert.Equal(
            _model.Read(expected, 0, expected.Length),
            (random.Next(2) == 0 ? _real.ReadAsync(actual, 0, actual.Length) : _real.ReadAsync(actual.AsMemory()).AsTask())
                .GetAwaiter().GetResult());
        Assert.True(expected.AsSpan().SequenceEqual(actual));
    }

    private void ReadExactly()
    {
        var count = random.Next(size);
        byte[] expected = new byte[count], actual = new byte[count];
        Outcome.Same(() => _model.ReadExactly(expected), () => _real.ReadExactly(actual));
        Assert.True(expected.AsSpan().SequenceEqual(actual));
    }

    private void ReadPast()
    {
        Place((int)_model.Length + random.Next(3));
        Read();
    }

    private void Place(int position) => Outcome.Same(() => _model.Position = position, () => _real.Position = position);

    private void Seek()
    {
        var (offset, origin) = (random.Next(size * 2) - size, (SeekOrigin)random.Next(4));
        Outcome.SameKind(() => _model.Seek(offset, origin), () => _real.Seek(offset, origin));
    }

    private void SetLength(int length) => Change(() => _model.SetLength(length), () => _real.SetLength(length));

    private void CopyTo()
    {
        OddDestination expected = new(), actual = new();
        _model.CopyTo(expected);
        if (random.Next(2) == 0) _real.CopyTo(actual);
        else _real.CopyTo(actual, 1 + random.Next(1000));
        Same(expected, actual);
    }

    private void CopyToAsync()
    {
        OddDestination expected = new(), actual = new();
        _model.CopyTo(expected);
        _real.CopyToAsync(actual).GetAwaiter().GetResult();
        Same(expected, actual);
    }

    private void CopyToItself()
    {
        if (_model.Length > size * 4) SetLength(random.Next(size));
        if (mayRefuse && _model.Length > _model.Position) return; // stopped half-way it has written a part
        var isAsync = random.Next(2) == 0;
        _model.CopyTo(_model);
        if (isAsync) _real.CopyToAsync(_real).GetAwaiter().GetResult();
        else _real.CopyTo(_real);
    }

    private void WriteTo()
    {
        OddDestination expected = new(), actual = new();
        _model.WriteTo(expected);
        _real.WriteTo(actual);
        Same(expected, actual);
    }

    private void WriteToItself()
    {
        if (mayRefuse) return;
        if (_model.Length + _model.Position > size * 4) SetLength(random.Next(size));
        if (_model.Length == 0) return; // a write of nothing extends a MemoryStream, but not ours
        _model.WriteTo(_model);
        _real.WriteTo(_real);
    }

    private void Apm()
    {
        var bytes = Bytes(1);
        Change(
            () => _model.EndWrite(_model.BeginWrite(bytes, 0, bytes.Length, null, null)),
            () => _real.EndWrite(_real.BeginWrite(bytes, 0, bytes.Length, null, null)));
        byte[] expected = new byte[5], actual = new byte[5];
        Assert.Equal(
            _model.EndRead(_model.BeginRead(expected, 0, 5, null, null)), _real.EndRead(_real.BeginRead(actual, 0, 5, null, null)));
        Assert.Equal(expected, actual);
    }

    private void Flush()
    {
        _real.Flush();
        _real.FlushAsync().GetAwaiter().GetResult();
        Outcome.Same(() => _model.CanTimeout, () => _real.CanTimeout);
        Outcome.Same(() => _model.ReadTimeout, () => _real.ReadTimeout);
    }

    private void Contents()
    {
        var expected = _model.ToArray().AsSpan();
        Assert.True(expected.SequenceEqual(_real.ToArray()));
        var sequence = _real.GetReadOnlySequence();
        Assert.Equal(expected.Length, sequence.Length);
        foreach (var part in sequence)
        {
            Assert.True(part.Span.SequenceEqual(expected[..part.Length]));
            expected = expected[part.Length..];
        }
    }

    private static void Same(OddDestination expected, OddDestination actual) =>
        Assert.True(expected.Got.ToArray().AsSpan().SequenceEqual(actual.Got.ToArray()));
}
