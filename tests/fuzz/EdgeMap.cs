using System.Numerics;
using System.Runtime.InteropServices;
using SharpFuzz.Common;

namespace Unpause.Fuzz;

/// <summary>
/// The edges that an input takes, as SharpFuzz's instrumentation counts them: a byte for each pair of branches, 65,536 in all, as AFL has
/// it (technical_details.txt of AFL 2.52b, "Coverage measurements"). Counts are told apart in AFL's eight steps.
/// </summary>
internal sealed unsafe class EdgeMap
{
    public const int Size = 1 << 16;

    private static readonly byte[] Steps = MakeSteps();
    private readonly byte* _counts = (byte*)NativeMemory.AlignedAlloc(Size, 64);
    private readonly byte[] _seen = new byte[Size];

    /// <summary>Edges that any input took.</summary>
    public int Edges { get; private set; }

    private Span<byte> Counts => new(_counts, Size);

    /// <summary>Begins an input.</summary>
    public void Begin()
    {
        Counts.Clear();
        Trace.SharedMem = _counts;
        Trace.PrevLocation = 0;
    }

    /// <summary>Ends an input: what it found that none before it did.</summary>
    /// <param name="taken">Gets its edges where it found something.</param>
    public bool End(List<int> taken)
    {
        var isNew = false;
        var words = MemoryMarshal.Cast<byte, ulong>(Counts);
        for (var i = 0; i < words.Length; i++)
        {
            if (words[i] != 0) isNew |= Take(i * sizeof(ulong), words[i]);
        }

        if (isNew) List(taken);
        return isNew;
    }

    /// <summary>A number that two inputs share when they take the same edges, in steps.</summary>
    public ulong Shape()
    {
        ulong shape = 14695981039346656037;
        var words = MemoryMarshal.Cast<byte, ulong>(Counts);
        for (var i = 0; i < words.Length; i++)
        {
            if (words[i] == 0) continue;
            for (var at = 0; at < sizeof(ulong); at++)
            {
                var step = Steps[_counts[(i * sizeof(ulong)) + at]];
                if (step != 0) shape = (BitOperations.RotateLeft(shape, 5) ^ step ^ (ulong)((i * sizeof(ulong)) + at)) * 1099511628211;
            }
        }

        return shape;
    }

    private bool Take(int from, ulong word)
    {
        var isNew = false;
        for (var at = from; word != 0; at++, word >>= 8)
        {
            var step = Steps[(byte)word];
            if ((step & ~_seen[at]) == 0) continue;
            if (_seen[at] == 0) Edges++;
            _seen[at] |= step;
            isNew = true;
        }

        return isNew;
    }

    /// <summary>The edges of the input that was read last.</summary>
    public void List(List<int> taken)
    {
        taken.Clear();
        for (var i = 0; i < Size; i++)
        {
            if (_counts[i] != 0) taken.Add(i);
        }
    }

    private static byte[] MakeSteps()
    {
        var steps = new byte[256];
        for (var count = 1; count < steps.Length; count++)
        {
            steps[count] = count switch
            {
                1 => 1, 2 => 2, 3 => 4, < 8 => 8, < 16 => 16, < 32 => 32, < 128 => 64, _ => 128,
            };
        }

        return steps;
    }
}
