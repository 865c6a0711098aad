class sample::broken { $a = }
