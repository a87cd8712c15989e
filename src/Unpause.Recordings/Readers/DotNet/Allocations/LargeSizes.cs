using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.DotNet.Allocations;

/// <summary>Adds up large objects by their size (<see cref="LargeObjectSizes"/>).</summary>
internal sealed class LargeSizes
{
    private long[]? _steps;
    private Total _larger;

    /// <summary>Takes an object's size and the bytes that its event stands for; sizes that cannot be are skipped.</summary>
    public void Add(long size, long bytes)
    {
        if (size is <= 0 or > Limits.AllocationBytes) return;
        _steps ??= new long[LargeObjectSizes.MostSteps];
        var step = (size - 1) / LargeObjectSizes.StepBytes;
        if (step >= _steps.Length) _larger += bytes;
        else _steps[step] = (Total.From(_steps[step]) + bytes).Value;
    }

    /// <summary>The sizes; null when there was no large object.</summary>
    public LargeObjectSizes? Build() => _steps is null ? null : new LargeObjectSizes(_steps, _larger.Value);
}
