namespace Unpause.Fleet.Questions.Coincidences;

/// <summary>What is together when one of two series is moved, which undoes a common reason.</summary>
internal struct MovedCounts
{
    /// <summary>How often a series is moved at most.</summary>
    public const int Moves = 40;

    private double _sum, _squares;
    private int _moves;

    /// <summary>The mean.</summary>
    public readonly double Mean => _sum / Math.Max(1, _moves);

    /// <summary>Takes in how many are together with one move.</summary>
    public void Add(double together)
    {
        _sum += together;
        _squares += together * together;
        _moves++;
    }

    /// <summary>
    /// The probability of as many as there are. Where stops come in bursts, the counts vary more than Poisson's distribution does, and the
    /// test counts bursts.
    /// </summary>
    /// <param name="together">How many are together unmoved.</param>
    /// <param name="factor">By how much more are expected than with moves.</param>
    public readonly double PValue(long together, double factor = 1)
    {
        if (_moves < 2) return 1;
        var variance = ((_squares / _moves) - (Mean * Mean)) * _moves / (_moves - 1);
        var burst = Mean > 0 ? Math.Max(1, variance / Mean) : 1;
        // So many draws know the mean no better.
        var upper = Mean + (2 * Math.Sqrt(Mean * burst / _moves)) + (1.0 / _moves);
        return PoissonTail.AtLeast(Math.Floor(together / burst), upper * factor / burst);
    }
}
