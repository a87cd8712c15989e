using System.Diagnostics;

namespace Unpause.Fuzz;

/// <summary>Runs a target on one input and looks at what it may not do: throw, take long, take much memory.</summary>
/// <param name="target">The target.</param>
internal sealed class OneRun(FuzzTarget target)
{
    // Processor time of this process counts the compiler's and collector's threads too: a second look decides.
    private const int Looks = 4;

    private Action? _later;

    /// <summary>Ends the process when an input hangs.</summary>
    public HangWatch? Watch { get; set; }

    /// <summary>Whether the input can go through analysis and writers.</summary>
    public bool HasLaterStages => _later is not null;

    /// <summary>Reads the input; null where all is well.</summary>
    public Fault? Read(byte[] input)
    {
        _later = null;
        var before = GC.GetAllocatedBytesForCurrentThread();
        var started = Stopwatch.GetTimestamp();
        Watch?.Begin(input);
        try
        {
            _later = target.Read(input);
        }
        catch (Exception exception) when (!target.IsDocumented(exception))
        {
            return Fault.Of(exception);
        }
        catch (Exception)
        {
            // The documented answer to bad input.
        }
        finally
        {
            Watch?.End();
        }

        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        if (allocated > FuzzLimits.AllocatedBytes)
            return new Fault("Memory", target.Name, $"{allocated:N0} bytes allocated for {input.Length:N0} bytes of input");
        return Stopwatch.GetElapsedTime(started).TotalMilliseconds > Allowed(input) && SlowAgain(input) is { } milliseconds
            ? new Fault("Slow", target.Name, $"{milliseconds:N0} ms of processor time for {input.Length:N0} bytes of input")
            : null;
    }

    /// <summary>Runs analysis and writers over what was read last; null where all is well.</summary>
    public Fault? RunLaterStages(byte[] input)
    {
        Watch?.Begin(input);
        try
        {
            _later!();
            return null;
        }
        catch (Exception exception)
        {
            return Fault.Of(exception);
        }
        finally
        {
            Watch?.End();
        }
    }

    private static double Allowed(byte[] input) =>
        FuzzLimits.ConstantMilliseconds + (FuzzLimits.MillisecondsPerMegabyte * input.Length / (1024 * 1024));

    /// <summary>The least processor time of some more looks, where that too is beyond the limit.</summary>
    private double? SlowAgain(byte[] input)
    {
        var least = double.MaxValue;
        for (var look = 0; look < Looks && least > Allowed(input); look++)
        {
            var before = Environment.CpuUsage.TotalTime;
            Watch?.Begin(input);
            try
            {
                target.Read(input);
            }
            catch (Exception exception) when (target.IsDocumented(exception))
            {
                // The documented answer to bad input.
            }
            finally
            {
                Watch?.End();
            }

            least = Math.Min(least, (Environment.CpuUsage.TotalTime - before).TotalMilliseconds);
        }

        return least > Allowed(input) ? least : null;
    }
}
