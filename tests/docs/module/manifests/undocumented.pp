define sample::undocumented ($a, $b = 'x') { }
