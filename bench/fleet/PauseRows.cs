using System.Buffers.Binary;

namespace Unpause.Bench.Fleet;

/// <summary>
/// Single pauses of many processes as RowBinary: a random process's times between pauses are exponential, its lengths log-normal, its heap
/// a saw. Seeded: the same pauses each time.
/// </summary>
internal sealed class PauseRows(int processes, long start, double secondsBetween, int seed)
{
    /// <summary>Bytes of one row.</summary>
    public const int RowBytes = 39;

    /// <summary>The columns, in order.</summary>
    public const string Columns = "(day, service, process, seq, at, dur, stop, gen, cause, before, after)";

    private const int Causes = 6, Services = 40;
    private const long MicrosecondsInDay = 86_400_000_000;

    private readonly State[] _states = [.. Enumerable.Range(0, processes)
        .Select(i => new State { At = start * 1_000_000, Seed = (ulong)(seed + i + 1) * 0x9E3779B97F4A7C15 })];

    /// <summary>Writes the next pauses of one process.</summary>
    public void Write(Span<byte> rows, int process)
    {
        ref var state = ref _states[process];
        var service = (ushort)(process % Services);
        for (var at = 0; at < rows.Length; at += RowBytes)
        {
            var random = Next(ref state.Seed);
            state.At += (long)(-Math.Log(1 - Unit(random)) * secondsBetween * 1e6);
            var normal = Unit(random << 7) + Unit(random << 21) + Unit(random << 35) - 1.5;
            var duration = (uint)(Math.Exp(normal * 2) * (500 + (process % 97 * 40)));
            var gen = (byte)(random % 23 == 0 ? 2 : random % 5 == 0 ? 1 : 0);
            var live = 200_000 + (uint)(process % 31 * 10_000);
            var before = live + 60_000 + (uint)(random >> 50);
            var row = rows.Slice(at, RowBytes);
            BinaryPrimitives.WriteUInt16LittleEndian(row, (ushort)(state.At / MicrosecondsInDay));
            BinaryPrimitives.WriteUInt16LittleEndian(row[2..], service);
            BinaryPrimitives.WriteUInt32LittleEndian(row[4..], (uint)process);
            BinaryPrimitives.WriteUInt32LittleEndian(row[8..], state.Sequence++);
            BinaryPrimitives.WriteInt64LittleEndian(row[12..], state.At);
            BinaryPrimitives.WriteUInt32LittleEndian(row[20..], duration);
            BinaryPrimitives.WriteUInt32LittleEndian(row[24..], duration + (uint)(random & 0xFF));
            row[28] = gen;
            BinaryPrimitives.WriteUInt16LittleEndian(row[29..], (ushort)((random >> 33) % 10 < 8 ? 0 : (random >> 40) % Causes));
            BinaryPrimitives.WriteUInt32LittleEndian(row[31..], before);
            BinaryPrimitives.WriteUInt32LittleEndian(row[35..], live + (uint)(random >> 53));
        }
    }

    private static double Unit(ulong random) => (random >> 11) * (1.0 / (1UL << 53));

    /// <summary>xorshift64*.</summary>
    private static ulong Next(ref ulong state)
    {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return unchecked(state * 2685821657736338717);
    }

    private struct State
    {
        public long At;
        public ulong Seed;
        public uint Sequence;
    }
}
