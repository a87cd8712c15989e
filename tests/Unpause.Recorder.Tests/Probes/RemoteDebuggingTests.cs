using System.Buffers.Binary;
using System.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Runtimes.Python;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The request for a script, written to a file that simulates the memory of a CPython process.</summary>
public sealed class RemoteDebuggingTests : IDisposable
{
    private const int Corruptions = 20_000, Seed = 37;
    private const long Start = 0x1000, Table = 0x1000, Interpreter = 0x2000, Thread = 0x2400, End = 0x4000;
    private const ulong Breaker = 0x18, Support = 0x200, Enabled = 0x100, Pending = 0, Path = 4, PathSize = 512;
    private const int Debugger = 89;
    private static readonly string Map = $"{Start:x}-{End:x} rw-p 00000000 08:01 1   /usr/bin/python";

    private readonly string _file = System.IO.Path.GetTempFileName();
    private readonly SafeFileHandle _memory;

    public RemoteDebuggingTests()
    {
        _memory = File.OpenHandle(_file, FileMode.Open, FileAccess.ReadWrite);
        Reset();
    }

    public void Dispose()
    {
        _memory.Dispose();
        File.Delete(_file);
    }

    [Theory]
    [InlineData(14, 89)]
    [InlineData(15, 105)]
    public void Ask_KnownVersion_WritesPathThenCallThenBit(int minor, int debugger)
    {
        Reset(minor, debugger);
        Assert.Equal(RemoteDebuggingOutcome.Done, Ask("/tmp/a.py").Outcome);
        var bytes = new byte[PathSize + Path];
        RandomAccess.Read(_memory, bytes, Thread + (long)Support);
        Assert.Equal(1, BinaryPrimitives.ReadInt32LittleEndian(bytes));
        Assert.Equal("/tmp/a.py\0", Encoding.UTF8.GetString(bytes, (int)Path, 10));
        Assert.Equal(0x7720ul, Word(Thread + (long)Breaker));
    }

    [Fact]
    public void Ask_FlagIsOff_WritesNothing()
    {
        Put(Interpreter + (long)Enabled, 0);
        IsRefused(RemoteDebuggingOutcome.TurnedOff);
    }

    [Theory]
    [InlineData(0x030d0af0ul)]
    [InlineData(0x030f00c1ul)]
    [InlineData(0x03100000f0ul)]
    public void Ask_UnknownVersionOrPreRelease_WritesNothing(ulong hex)
    {
        Put(Table + 8, hex);
        IsRefused(RemoteDebuggingOutcome.OtherVersion);
    }

    [Theory]
    [InlineData(5, ulong.MaxValue)]
    [InlineData(10, 0x7fff_ffff_ffff_fff8ul)]
    [InlineData(Debugger, 0xffff_ffff_fff0_0000ul)]
    [InlineData(Debugger + 1, 1ul << 63)]
    [InlineData(Debugger + 3, 0x0400_0001ul)]
    [InlineData(Debugger + 5, 0ul)]
    [InlineData(Debugger + 5, 1ul << 63)]
    public void Ask_HostileOffset_WritesNothing(int word, ulong value)
    {
        Put(Table + word * 8, value);
        IsRefused(RemoteDebuggingOutcome.Failed);
    }

    [Fact]
    public void Ask_PointersToThemselves_WritesNothing()
    {
        Put(Table + 0x800, Table);
        IsRefused(RemoteDebuggingOutcome.TurnedOff);
    }

    [Fact]
    public void Ask_CookieAtTheMappingsEnd_WritesNothing()
    {
        Put(Table, 0);
        Put(End - 8, BinaryPrimitives.ReadUInt64LittleEndian("xdebugpy"u8));
        IsRefused(RemoteDebuggingOutcome.Failed);
    }

    [Fact]
    public void Ask_SharedMapping_IsNotSearched()
    {
        var before = File.ReadAllBytes(_file);
        var result = RemoteDebugging.Ask(
            new FileAsMemory(_memory, Map.Replace("rw-p", "rw-s", StringComparison.Ordinal)), "/tmp/a.py");
        Assert.Equal(RemoteDebuggingOutcome.NotFound, result.Outcome);
        Assert.Equal(before, File.ReadAllBytes(_file));
    }

    [Fact]
    public void Ask_RandomCorruptions_WritesInsideTheMappingOnly()
    {
        var random = new Random(Seed);
        ulong[] extremes =
            [0, 1, 7, 8, (ulong)Start, (ulong)Thread, (ulong)End, (ulong)End - 8, 1ul << 31, 1ul << 47, 1ul << 63, ulong.MaxValue];
        long[] places = [.. Enumerable.Range(0, 95).Select(word => Table + word * 8), Table + 0x800, Interpreter + 0x80];
        var before = new byte[Start];
        for (var round = 0; round < Corruptions; round++)
        {
            Reset();
            for (var change = random.Next(1, 5); change > 0; change--)
            {
                var value = random.Next(2) == 0 ? extremes[random.Next(extremes.Length)] : (ulong)random.NextInt64();
                Put(places[random.Next(places.Length)], value);
            }

            Ask("/tmp/a.py");
            Assert.Equal(End, RandomAccess.GetLength(_memory));
            RandomAccess.Read(_memory, before, 0);
            Assert.False(before.AsSpan().ContainsAnyExcept((byte)0));
        }
    }

    private RemoteDebuggingResult Ask(string script) => RemoteDebugging.Ask(new FileAsMemory(_memory, Map), script);

    private void IsRefused(RemoteDebuggingOutcome outcome)
    {
        var before = File.ReadAllBytes(_file);
        Assert.Equal(outcome, Ask("/tmp/a.py").Outcome);
        Assert.Equal(before, File.ReadAllBytes(_file));
    }

    private void Reset(int minor = 14, int debugger = Debugger)
    {
        RandomAccess.Write(_memory, new byte[End], 0);
        RandomAccess.Write(_memory, "xdebugpy"u8, Table);
        Put(Table + 8, (3ul << 24) | ((ulong)minor << 16) | 0x0af0);
        Put(Table + 5 * 8, 0x800);
        Put(Table + 10 * 8, 0x80);
        ulong[] words = [Breaker, Support, Enabled, Pending, Path, PathSize];
        for (var word = 0; word < words.Length; word++) Put(Table + (debugger + word) * 8, words[word]);
        Put(Table + 0x800, Interpreter);
        Put(Interpreter + (long)Enabled, 1);
        Put(Interpreter + 0x80, Thread);
        Put(Thread + (long)Breaker, 0x7700);
    }

    private void Put(long address, ulong value)
    {
        var bytes = new byte[8];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, value);
        RandomAccess.Write(_memory, bytes, address);
    }

    private ulong Word(long address)
    {
        var bytes = new byte[8];
        RandomAccess.Read(_memory, bytes, address);
        return BinaryPrimitives.ReadUInt64LittleEndian(bytes);
    }

    private sealed class FileAsMemory(SafeFileHandle file, string map) : IProcessMemory
    {
        public WritableMemory Map() => WritableMemory.Parse([map]);

        public int Read(ulong address, Span<byte> bytes) => RandomAccess.Read(file, bytes, (long)address);

        public void Write(ulong address, ReadOnlySpan<byte> bytes) => RandomAccess.Write(file, bytes, (long)address);
    }
}
