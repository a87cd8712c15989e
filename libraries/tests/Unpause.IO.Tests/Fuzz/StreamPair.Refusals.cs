namespace Unpause.IO.Tests.Fuzz;

/// <content>What must throw, and change nothing.</content>
internal sealed partial class StreamPair
{
    private void RefusingDestination()
    {
        var left = random.Next(3);
        Action<int> refuse = _ =>
        {
            if (left-- == 0) throw new TimeoutException();
        };
        var end = Math.Max(_model.Length, _model.Position);
        var rest = _model.Length - _model.Position;
        var destination = new OddDestination(refuse);
        if (Outcome.Capture(() => _real.CopyTo(destination)) == "done") Assert.Equal(Math.Max(0, rest), destination.Got.Length);
        else Assert.True(left < 0);
        _model.Position = end;
        Outcome.Capture(() => _real.WriteTo(new OddDestination(_ => throw new TimeoutException())));
    }

    private void WrongArguments()
    {
        var (offset, count) = (random.Next(-2, 9), random.Next(-2, 8));
        byte[]? buffer = random.Next(5) == 0 ? null : new byte[5];
        if (buffer is not null && (uint)offset <= 5 && (uint)count <= 5 - offset) return;
        Outcome.Same(() => _model.Write(buffer!, offset, count), () => _real.Write(buffer!, offset, count));
        Outcome.Same(() => _model.Read(buffer!, offset, count), () => _real.Read(buffer!, offset, count));
        Outcome.Same(() => _model.Position = -1, () => _real.Position = -1);
        Outcome.SameKind(() => _model.SetLength(-1), () => _real.SetLength(-1));
        Outcome.Same(() => _model.CopyTo(null!), () => _real.CopyTo(null!));
        Outcome.Same(() => _model.CopyTo(Stream.Null, -offset * offset), () => _real.CopyTo(Stream.Null, -offset * offset));
        Outcome.Same(() => _model.CopyTo(new MemoryStream([], false)), () => _real.CopyTo(new MemoryStream([], false)));
        Outcome.SameKind(() => _model.WriteTo(null!), () => _real.WriteTo(null!));
    }

    private void Cancelled()
    {
        var cancelled = new CancellationToken(true);
        var buffer = new byte[3];
        Outcome.Same(() => _model.WriteAsync(buffer, cancelled).AsTask().Wait(), () => _real.WriteAsync(buffer, cancelled).AsTask().Wait());
        Outcome.Same(() => _model.ReadAsync(buffer, cancelled).AsTask().Wait(), () => _real.ReadAsync(buffer, cancelled).AsTask().Wait());
        Outcome.Same(() => _model.FlushAsync(cancelled).Wait(), () => _real.FlushAsync(cancelled).Wait());
        Outcome.Same(
            () => _model.CopyToAsync(Stream.Null, cancelled).Wait(), () => _real.CopyToAsync(Stream.Null, cancelled).Wait());
    }
}
